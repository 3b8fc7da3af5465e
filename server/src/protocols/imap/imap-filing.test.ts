import { limits } from '@hongyan/contract/limits'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { newProgramMailbox } from '../../testing/imap-client.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server.stop())

/** Lets so many bytes more into a mailbox. */
const leave = (accountId: number, bytes: number) =>
  server.app.database.run(
    sql`UPDATE accounts SET quota_bytes = used_bytes + ${bytes} WHERE id = ${accountId}`,
  )
const literal = (text: string, sign = '+'): string => `{${text.length}${sign}}\r\n${text}`
const mailOf = (subject: string, text = 'x'): string => `Subject: ${subject}\r\n\r\n${text}\r\n`

it('CLIENTACCESS-14 MULTIAPPEND brings several mails, each with flags and date of its own, or none', async () => {
  const box = await newProgramMailbox(server)
  const program = await box.program()
  const second = `"02-Feb-2020 10:00:00 +0000" ${literal(mailOf('two'))}`
  const all = `(\\Seen) ${literal(mailOf('one'))} ${second} (\\Flagged) ${literal(mailOf('three'))}`
  expect(await program.ask(`APPEND Archive ${all}`)).toMatch(/OK \[APPENDUID \d+ 1:3\]/)
  await program.ask('SELECT Archive')
  const told = await program.ask('FETCH 1:* (FLAGS INTERNALDATE)')
  expect(told).toMatch(/1 FETCH \(FLAGS \(\\Seen\)/)
  expect(told).toMatch(/2 FETCH \(FLAGS \(\) INTERNALDATE " 2-Feb-2020 10:00:00 \+0000"\)/)
  expect(told).toMatch(/3 FETCH \(FLAGS \(\\Flagged\)/)
  // Each is asked for, where its sender waits.
  program.write(`m APPEND Archive {${mailOf('four').length}}\r\n`)
  await program.until(/^\+ /)
  program.write(`${mailOf('four')} {${mailOf('five').length}}\r\n`)
  await program.until(/^\+ /)
  program.write(`${mailOf('five')}\r\n`)
  expect(await program.until(/^m |\r\nm /)).toMatch(/OK \[APPENDUID \d+ 4:5\]/)
  await leave(box.accountId, mailOf('six').length + 10)
  expect(
    await program.ask(`APPEND Archive ${literal(mailOf('six'))} ${literal(mailOf('seven'))}`),
  ).toMatch(/NO \[OVERQUOTA\]/)
  expect(await program.ask('STATUS Archive (MESSAGES)')).toMatch(/MESSAGES 5/)
  // Together they are no more than one may be.
  program.write(`n APPEND Archive ${literal(mailOf('eight'))} {${limits.message - 10}}\r\n`)
  expect(await program.until(/^n |\r\nn /)).toMatch(/NO \[TOOBIG\]/)
})

it('CLIENTACCESS-14 REPLACE puts a draft in the place of the one before, or leaves all as it was', async () => {
  const box = await newProgramMailbox(server)
  const program = await box.program()
  for (const one of ['draft 1', 'other'])
    await program.ask(`APPEND Drafts (\\Draft) ${literal(mailOf(one))}`)
  await program.ask('SELECT Drafts')
  const next = literal(mailOf('draft 2'))
  expect(await program.ask(`REPLACE 1 Drafts (\\Draft \\Seen) ${next}`)).toMatch(
    /^\* OK \[APPENDUID \d+ 3\][^*]*\* 1 EXPUNGE\r\n\* 2 EXISTS\r\n(?:.*\r\n)?t\d+ OK/s,
  )
  const large = literal(mailOf('draft 3', 'y'.repeat(100_000)))
  expect(await program.ask(`UID REPLACE 3 Drafts ${large}`)).toMatch(
    /APPENDUID \d+ 4\].*2 EXPUNGE/s,
  )
  expect(await program.ask(`UID REPLACE 3 Drafts ${next}`)).toMatch(/NO \[NONEXISTENT\]/)
  expect(await program.ask(`REPLACE 9 Drafts ${next}`)).toMatch(/BAD/)
  expect(await program.ask(`UID REPLACE 4 Nowhere ${next}`)).toMatch(/NO \[TRYCREATE\]/)
  await leave(box.accountId, 1)
  const larger = literal(mailOf('draft 3', 'y'.repeat(100_002)))
  expect(await program.ask(`UID REPLACE 4 Drafts ${larger}`)).toMatch(/NO \[OVERQUOTA\]/)
  expect(await box.subjects(box.folderId('drafts'))).toEqual(['draft 3', 'other'])
  // What goes makes room for what comes: a full mailbox can still save a draft again.
  expect(await program.ask(`UID REPLACE 4 Drafts ${large}`)).toMatch(/APPENDUID \d+ \d+\]/)
  expect(await box.subjects(box.folderId('drafts'))).toEqual(['draft 3', 'other'])
  await program.ask('EXAMINE Drafts')
  expect(await program.ask(`UID REPLACE 4 Drafts ${next}`)).toMatch(/NO \[NOPERM\]/)
})

it('CLIENTACCESS-14 PREVIEW tells the first words, PARTIAL a page of messages', async () => {
  const box = await newProgramMailbox(server)
  await box.put('inbox', { subject: 's', text: `正文 ${'word '.repeat(100)}` }, { text: 'second' })
  const program = await box.program()
  await program.ask('SELECT INBOX')
  const told = Buffer.from(await program.ask('FETCH 1:2 (PREVIEW (LAZY))'), 'latin1').toString()
  const [, preview = ''] = /PREVIEW \{\d+\}\r\n(正文 word [^)]*)\)/.exec(told) ?? []
  expect([...preview]).toHaveLength(160)
  expect(told).toContain('* 2 FETCH (PREVIEW "second")')
  for (let number = 3; number <= 6; number++) await box.put('inbox', { subject: `s${number}` })
  await program.ask('NOOP')
  const page = async (modifiers: string) =>
    [...(await program.ask(`UID FETCH 1:* (UID) (${modifiers})`)).matchAll(/UID (\d+)/g)].map(
      ([, uid]) => Number(uid),
    )
  expect(await page('PARTIAL 2:3')).toEqual([2, 3])
  expect(await page('PARTIAL -1:-2')).toEqual([5, 6])
  const [, position] =
    /HIGHESTMODSEQ (\d+)/.exec(await program.ask('STATUS INBOX (HIGHESTMODSEQ)')) ?? []
  await program.ask('STORE 1,4 +FLAGS.SILENT (\\Seen)')
  expect(await page(`PARTIAL -1:-1 CHANGEDSINCE ${position}`)).toEqual([4])
  expect(await program.ask('FETCH 1:* (UID) (PARTIAL 1:2)')).toMatch(/BAD/)
})

it('CLIENTACCESS-14 LIST with the options of RFC 5258, and CREATE with a special use', async () => {
  const program = await (await newProgramMailbox(server)).program()
  for (const path of ['a', 'a/b', 'a/b/c', 'd']) await program.ask(`CREATE ${path}`)
  for (const path of ['a', 'd']) await program.ask(`UNSUBSCRIBE ${path}`)
  const names = async (command: string) =>
    (await program.ask(command))
      .split('\r\n')
      .flatMap((line) => /^\* LIST (.*)$/.exec(line)?.[1] ?? [])
  expect(await names('LIST (SUBSCRIBED) "" ("a*" "d")')).toEqual([
    '(\\HasChildren \\Subscribed) "/" "a/b"',
    '(\\HasNoChildren \\Subscribed) "/" "a/b/c"',
  ])
  expect(await names('LIST (SUBSCRIBED RECURSIVEMATCH) "" ("a" "d")')).toEqual([
    '(\\HasChildren) "/" "a" ("CHILDINFO" ("SUBSCRIBED"))',
  ])
  expect(await names('LIST "" ("d" "a/%") RETURN (SUBSCRIBED CHILDREN)')).toEqual([
    '(\\HasChildren \\Subscribed) "/" "a/b"',
    '(\\HasNoChildren) "/" "d"',
  ])
  expect(await names('LIST (SPECIAL-USE SUBSCRIBED) "" "*s"')).toEqual([
    '(\\HasNoChildren \\Drafts \\Subscribed) "/" "Drafts"',
  ])
  expect(await names('LIST () "" "" RETURN ()')).toEqual([])
  for (const bad of ['(RECURSIVEMATCH) "" "*"', '(LATER) "" "*"', '"" "*" RETURN (LATER)', '"" ()'])
    expect(await program.ask(`LIST ${bad}`), bad).toMatch(/BAD/)
  expect(await program.ask('CREATE e (USE (\\Drafts))')).toMatch(/NO \[USEATTR\]/)
  expect(await program.ask('CREATE e (USE ())')).toMatch(/OK/)
  expect(await program.ask('CREATE f (USE)')).toMatch(/BAD/)
})

it('CLIENTACCESS-14 FETCH of flags alone, which is read by itself, says what FETCH of more says', async () => {
  const box = await newProgramMailbox(server)
  await box.put('inbox', ...Array.from({ length: 9 }, (_, index) => ({ subject: `s${index}` })))
  const program = await box.program()
  await program.ask('SELECT INBOX (CONDSTORE)')
  const flags = ['\\Seen', '\\Flagged', '\\Answered', '$Forwarded', '\\Draft', '\\Deleted']
  for (const [index, flag] of [...flags, '$Work', '$label_Team'].entries())
    await program.ask(`STORE ${index + 1} FLAGS (${flag})`)
  await program.ask(`STORE 2,7 +FLAGS (\\Seen $Later $label_Other)`)
  const alone = await program.ask('FETCH 2:* (UID FLAGS MODSEQ)')
  const more = await program.ask('FETCH 2:* (UID FLAGS MODSEQ RFC822.SIZE)')
  const lines = (text: string) => text.split('\r\n').filter((line) => line.startsWith('* '))
  expect(lines(alone)).toHaveLength(8)
  expect(lines(alone)).toEqual(lines(more.replace(/ RFC822\.SIZE \d+/g, '')))
  for (const flag of [...flags.slice(1), '$Work', '$label_Team']) expect(alone).toContain(flag)
})

it('CLIENTACCESS-14 LSUB of a pattern that ends in % tells of mailboxes above subscribed ones (RFC 3501 §6.3.9)', async () => {
  const program = await (await newProgramMailbox(server)).program()
  for (const path of ['a', 'a/b', 'd', 'd/e']) await program.ask(`CREATE ${path}`)
  for (const path of ['a', 'd', 'd/e']) await program.ask(`UNSUBSCRIBE ${path}`)
  const told = async (pattern: string) =>
    (await program.ask(`LSUB "" ${pattern}`)).split('\r\n').filter((one) => /"[ad]/.test(one))
  expect(await told('%')).toEqual(['* LSUB (\\Noselect \\HasChildren) "/" "a"'])
  expect(await told('*')).toEqual(['* LSUB (\\HasNoChildren) "/" "a/b"'])
})
