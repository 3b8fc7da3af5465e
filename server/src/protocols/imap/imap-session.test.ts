import { clientAccess } from '@hongyan/contract/client-access'
import { folders } from '@hongyan/contract/folders'
import { messages } from '@hongyan/contract/messages'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { connectImap, newProgramMailbox } from '../../testing/imap-client.ts'
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts'

let server: TestServer
const ports = () => server.app.imapPorts()
const tls = () => connectImap(ports().tlsPort ?? 0)

beforeAll(async () => {
  server = await startTestServer({ environment: { HONGYAN_CAPTCHA: 'off' } })
})

afterAll(() => server.stop())

describe('who may come in', () => {
  it('CLIENTACCESS-08 a program comes in with the code over TLS, from the first byte and by STARTTLS; never in clear, never with the password of the web', async () => {
    const box = await newProgramMailbox(server)
    const clear = await connectImap(ports().port ?? 0, { tls: false })
    expect(await clear.ask('CAPABILITY')).toMatch(/ STARTTLS LOGINDISABLED .*t1 OK/s)
    expect(await clear.ask(`LOGIN ${box.address} ${box.code}`)).toMatch(/NO \[PRIVACYREQUIRED\]/)
    expect(await clear.ask('AUTHENTICATE PLAIN')).toMatch(/NO \[PRIVACYREQUIRED\]/)
    // What comes in clear behind STARTTLS is not done after it (CVE-2021-33515).
    clear.write('s1 STARTTLS\r\ns2 NOOP\r\n')
    await clear.until(/s1 OK/)
    await clear.secure()
    expect(await clear.ask('NOOP')).toBe('t4 OK NOOP completed\r\n')
    const plain = Buffer.from(`\0${box.address}\0${box.code}`).toString('base64')
    expect(await clear.ask(`AUTHENTICATE PLAIN ${plain}`)).toMatch(/t5 OK \[CAPABILITY IMAP4rev1/)
    expect(await clear.ask('LOGIN a b')).toMatch(/BAD/)
    const other = await tls()
    expect(await other.ask(`LOGIN ${box.address} ${testPassword}`)).toMatch(
      /NO \[AUTHENTICATIONFAILED\]/,
    )
    // Nobody acts for another (RFC 4616 §2).
    const forAnother = Buffer.from(`boss@example.test\0${box.address}\0${box.code}`)
    expect(await other.ask(`AUTHENTICATE PLAIN ${forAnother.toString('base64')}`)).toMatch(
      /NO \[AUTHENTICATIONFAILED\]/,
    )
    other.write('x AUTHENTICATE LOGIN\r\n')
    await other.until(/^\+ VXNlcm5hbWU6/)
    other.write(`${Buffer.from(box.address).toString('base64')}\r\n`)
    await other.until(/^\+ UGFzc3dvcmQ6/)
    other.write(`${Buffer.from(box.code.toUpperCase()).toString('base64')}\r\n`)
    expect(await other.until(/^x /)).toMatch(/x OK/)
    for (const one of [clear, other]) {
      expect(await one.ask('LOGOUT')).toMatch(/^\* BYE/)
      await one.closed()
    }
  })

  it('CLIENTACCESS-02 CLIENTACCESS-03 CLIENTACCESS-04 CLIENTACCESS-07 switched off, closed or cancelled, programs that are in are cut off at once, and the old code opens nothing', async () => {
    const box = await newProgramMailbox(server)
    const { client } = box
    const detail = await client.get(clientAccess.detail, {})
    expect(detail).toMatchObject({
      state: true,
      account: box.address,
      hasPassword: true,
      left: 2,
      protocols: expect.arrayContaining([
        expect.objectContaining({ protocol: 'imap', state: true, host: 'mail.example.test' }),
      ]),
    })
    const ends: (() => Promise<unknown>)[] = [
      () => client.get(clientAccess.protocol, { body: { protocol: 'imap', state: 0 } }),
      () => client.get(clientAccess.stateByUser, { body: { state: 0 } }),
      () => client.get(clientAccess.cancelPassword, {}),
    ]
    const again = [
      () => client.get(clientAccess.protocol, { body: { protocol: 'imap', state: 1 } }),
      () => client.get(clientAccess.stateByUser, { body: { state: 1, password: testPassword } }),
    ]
    for (const [index, end] of ends.entries()) {
      const program = await box.program()
      await program.ask('SELECT INBOX')
      program.write('i IDLE\r\n')
      await program.until(/^\+ /)
      await end()
      expect(await program.closed()).toMatch(/\* BYE/)
      const late = await tls()
      expect(await late.ask(`LOGIN ${box.address} ${box.code}`)).toMatch(/AUTHENTICATIONFAILED/)
      late.close()
      await again[index]?.()
    }
    expect(await client.get(clientAccess.detail, {})).toMatchObject({ hasPassword: false })
  })

  it('CLIENTACCESS-05 CLIENTACCESS-06 LIMITS-26 a code has 16 letters, is kept as a hash, and at most three are made a day, whoever asks at the same time', async () => {
    const box = await newProgramMailbox(server)
    expect(box.code).toMatch(/^[a-z]{16}$/)
    expect(await box.client.get(clientAccess.detail, {})).toMatchObject({ left: 2, nextAt: null })
    const [row] = await server.app.database.query(
      sql<{
        hash: Buffer
      }>`SELECT code_hash AS hash FROM client_access WHERE account_id = ${box.accountId}`,
    )
    expect(row?.hash).toHaveLength(32)
    expect(row?.hash.toString('latin1')).not.toContain(box.code)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => box.client.call(clientAccess.generatePassword, {})),
    )
    expect(answers.map((one) => one.error ?? 'none').sort()).toEqual([
      ...Array.from({ length: 4 }, () => 'client-access.too-many-codes'),
      'none',
      'none',
    ])
    // Who has none left is told when the next one can be made.
    const { left, nextAt } = await box.client.get(clientAccess.detail, {})
    expect(left).toBe(0)
    const [first] = await server.app.database.query(
      sql<{
        at: Date
      }>`SELECT made_at[1] AS at FROM client_access WHERE account_id = ${box.accountId}`,
    )
    expect(Date.parse(nextAt ?? '')).toBe((first?.at.getTime() ?? 0) + 24 * 60 * 60_000)
    await box.client.get(clientAccess.stateByUser, { body: { state: 0 } })
    expect((await box.client.call(clientAccess.generatePassword, {})).error).toBe(
      'client-access.off',
    )
  })

  it('CLIENTACCESS-08 who is shut out, or owes a new password, does not come in, and is cut off', async () => {
    const box = await newProgramMailbox(server)
    const program = await box.program()
    await server.app.directory.setDisabled(box.accountId, true)
    await server.app.database.run(sql`SELECT pg_sleep(1.1)`)
    program.write('x SELECT INBOX\r\n')
    expect(await program.closed()).toMatch(/\* BYE/)
    const late = await tls()
    expect(await late.ask(`LOGIN ${box.address} ${box.code}`)).toMatch(/AUTHENTICATIONFAILED/)
    await server.app.directory.setDisabled(box.accountId, false)
    await server.app.database.run(
      sql`UPDATE users SET password_owed = true WHERE account_id = ${box.accountId}`,
    )
    expect(await late.ask(`LOGIN ${box.address} ${box.code}`)).toMatch(/AUTHENTICATIONFAILED/)
  })

  it('P7 guesses are counted by account and network: after twenty not even the right code is judged, and a connection ends after three', async () => {
    const box = await newProgramMailbox(server)
    for (let line = 0; line < 7; line++) {
      const guesser = await tls()
      for (let turn = 0; turn < 3; turn++) await guesser.ask(`LOGIN ${box.address} wrong`)
      expect(await guesser.closed()).toMatch(/\* BYE/)
    }
    const late = await tls()
    expect(await late.ask(`LOGIN ${box.address} ${box.code}`)).toMatch(/AUTHENTICATIONFAILED/)
    await server.app.database.run(sql`DELETE FROM login_failures`)
  })
})

describe('mail', () => {
  it('CLIENTACCESS-14 folders, messages and flags are those of the browser', async () => {
    const box = await newProgramMailbox(server)
    await box.client.get(folders.save, { body: { folderName: '客户 A&B' } })
    await box.put('inbox', { subject: '会议', text: 'first' }, { subject: 'two', seen: true })
    const program = await box.program()
    const list = await program.ask('LIST "" *')
    expect(list).toContain('* LIST (\\HasNoChildren) "/" "INBOX"')
    expect(list).toContain('* LIST (\\HasNoChildren \\Sent) "/" "Sent"')
    expect(list).toContain('"&W6JiNw- A&-B"')
    const selected = await program.ask('SELECT inbox')
    expect(selected).toMatch(/\* 2 EXISTS/)
    expect(selected).toMatch(/\[UNSEEN 1\]/)
    expect(selected).toMatch(/t3 OK \[READ-WRITE\]/)
    const fetched = await program.ask('FETCH 1:* (UID FLAGS RFC822.SIZE INTERNALDATE ENVELOPE)')
    expect(fetched).toMatch(
      /\* 1 FETCH \(UID 1 FLAGS \(\) RFC822.SIZE \d+ INTERNALDATE "[^"]+" ENVELOPE \("/,
    )
    expect(fetched).toContain(`"=?UTF-8?B?${Buffer.from('会议').toString('base64')}?="`)
    expect(fetched).toContain('* 2 FETCH (UID 2 FLAGS (\\Seen)')
    expect(await program.ask('FETCH 1 BODY.PEEK[TEXT]<1.3>')).toContain('BODY[TEXT]<1> {3}\r\nirs)')
    expect((await box.counts(box.inbox)).unread).toBe(1)
    expect(await program.ask('FETCH 1 BODY[HEADER.FIELDS (Subject)]')).toMatch(
      /FETCH \(FLAGS \(\\Seen\) BODY\[HEADER\.FIELDS \(SUBJECT\)\] \{\d+\}\r\nSubject: .*\r\n\r\n\)/,
    )
    expect((await box.counts(box.inbox)).unread).toBe(0)
    expect(await program.ask('STORE 2 -FLAGS (\\Seen)')).toContain('* 2 FETCH (FLAGS ())')
    expect((await box.counts(box.inbox)).unread).toBe(1)
    expect(await program.ask('UID STORE 1 +FLAGS.SILENT (\\Flagged $Work)')).toMatch(
      /^\* FLAGS .*\$Work\)\r\n\* OK \[PERMANENTFLAGS .*\r\nt8 OK UID STORE completed\r\n$/,
    )
    expect(await program.ask('STATUS Archive (MESSAGES UIDNEXT SIZE)')).toContain(
      '* STATUS "Archive" (MESSAGES 0 UIDNEXT 1 SIZE 0)',
    )
    expect(await program.ask('COPY 1:2 Archive')).toMatch(/OK \[COPYUID \d+ 1:2 1:2\]/)
    expect(await program.ask('UID MOVE 2 "&W6JiNw- A&-B"')).toMatch(
      /\* OK \[COPYUID \d+ 2 1\] Moved\r\n\* 2 EXPUNGE\r\nt11 OK/,
    )
    expect(await box.subjects(box.inbox)).toEqual(['会议'])
    expect((await box.subjects(box.archive)).sort()).toEqual(['two', '会议'])
    await program.ask('STORE 1 +FLAGS (\\Deleted)')
    expect(await program.ask('EXPUNGE')).toMatch(/^\* 1 EXPUNGE\r\n/)
    expect(await box.subjects(box.inbox)).toEqual([])
    expect(await program.ask('COPY 1 Archive')).toMatch(/BAD/)
    expect(await program.ask('UID COPY 1 Nowhere')).toMatch(/NO \[TRYCREATE\]/)
  })

  it('CLIENTACCESS-14 `1:*` of an empty mailbox names nothing, and a number that is not there is refused', async () => {
    const program = await (await newProgramMailbox(server)).program()
    await program.ask('SELECT Archive')
    for (const command of ['FETCH 1:* FLAGS', 'SEARCH 1:*', 'UID FETCH 1:* FLAGS', 'COPY * Junk'])
      expect(await program.ask(command), command).toMatch(/ OK /)
    expect(await program.ask('FETCH 1 FLAGS')).toMatch(/ BAD /)
  })

  it('CLIENTACCESS-14 APPEND by every kind of literal, with flags and date; what is too large or beyond the quota is refused', async () => {
    const box = await newProgramMailbox(server)
    const program = await box.program()
    const mail = 'Subject: appended\r\n\r\nHello\r\n'
    program.write(
      `a APPEND Drafts (\\Draft \\Seen) " 1-Feb-2024 10:00:00 +0800" {${mail.length}}\r\n`,
    )
    await program.until(/^\+ /)
    program.write(`${mail}\r\n`)
    expect(await program.until(/^a /)).toMatch(/a OK \[APPENDUID \d+ 1\]/)
    const large = `Subject: large\r\n\r\n${'x'.repeat(600_000)}\r\n`
    expect(await program.ask(`APPEND Inbox {${large.length}+}\r\n${large}`)).toMatch(
      /APPENDUID \d+ 1/,
    )
    expect(await box.subjects(box.inbox)).toEqual(['large'])
    await program.ask('SELECT Drafts')
    expect(await program.ask('FETCH 1 (FLAGS INTERNALDATE BODY[])')).toContain(
      `FLAGS (\\Seen \\Draft) INTERNALDATE " 1-Feb-2024 02:00:00 +0000" BODY[] {${mail.length}}\r\n${mail}`,
    )
    await program.ask('SELECT Inbox')
    expect(await program.ask('FETCH 1 BODY.PEEK[]')).toContain(large)
    program.write('b APPEND Inbox {99999999999999999999}\r\n')
    expect(await program.until(/^b /)).toMatch(/b NO \[TOOBIG\]/)
    await server.app.database.run(
      sql`UPDATE accounts SET quota_bytes = used_bytes + 10 WHERE id = ${box.accountId}`,
    )
    expect(await program.ask(`APPEND Inbox {${mail.length}+}\r\n${mail}`)).toMatch(
      /NO \[OVERQUOTA\]/,
    )
    program.write('c APPEND Inbox {99999999999+}\r\n')
    expect(await program.closed()).toMatch(/\* BYE \[TOOBIG\]/)
  })

  it('CLIENTACCESS-14 what happens in the browser wakes an idle program, and two programs keep their numbers: no EXPUNGE in FETCH, STORE and SEARCH', async () => {
    const box = await newProgramMailbox(server)
    const ids = await box.put('inbox', { subject: 'a' }, { subject: 'b' }, { subject: 'c' })
    const [one, two] = [await box.program(), await box.program()]
    await one.ask('SELECT INBOX')
    await two.ask('SELECT INBOX')
    one.write('i IDLE\r\n')
    await one.until(/^\+ /)
    await box.client.get(messages.seen, { body: { mailIds: ids.slice(0, 1), seen: 1 } })
    expect(await one.until(/FETCH/)).toBe('* 1 FETCH (UID 1 FLAGS (\\Seen))\r\n')
    await box.put('inbox', { subject: 'd' })
    expect(await one.until(/EXISTS/)).toBe('* 4 EXISTS\r\n')
    await two.ask('NOOP')
    await server.app.mailstore.remove(box.accountId, ids.slice(1, 2) as never)
    expect(await one.until(/EXPUNGE/)).toBe('* 2 EXPUNGE\r\n')
    one.write('DONE\r\n')
    expect(await one.until(/^i /)).toBe('i OK IDLE completed\r\n')
    for (const command of ['FETCH 1:4 UID', 'SEARCH ALL', 'STORE 4 +FLAGS (\\Flagged)'])
      expect(await two.ask(command)).not.toMatch(/EXPUNGE\r\n/)
    expect(await two.ask('FETCH 2 UID')).toMatch(/OK \[EXPUNGEISSUED\]/)
    expect(await two.ask('NOOP')).toMatch(/^\* 2 EXPUNGE\r\n/)
    expect(await two.ask('FETCH 1:3 UID')).toMatch(
      /1 FETCH \(UID 1\).*2 FETCH \(UID 3\).*3 FETCH \(UID 4\)/s,
    )
    expect(await one.ask('NOOP')).toBe(
      '* 3 FETCH (UID 4 FLAGS (\\Flagged))\r\nt3 OK NOOP completed\r\n',
    )
  })

  it('FOLDERS-16 a folder with a password is not there for programs, and a mailbox that gets one is closed to them', async () => {
    const box = await newProgramMailbox(server)
    const { folderId } = await box.client.get(folders.save, { body: { folderName: '秘密' } })
    await box.put(folderId, { subject: 'secret' })
    const program = await box.program()
    expect(await program.ask('SELECT "&edhbxg-"')).toMatch(/\* 1 EXISTS/)
    await box.client.get(folders.setPassword, { body: { folderId, password: 'open-5esame' } })
    expect(await program.ask('FETCH 1 BODY[]')).not.toContain('secret')
    const other = await box.program()
    expect(await other.ask('LIST "" *')).not.toContain('&edhbxg-')
    for (const command of ['SELECT', 'STATUS', 'DELETE'])
      expect(
        await other.ask(`${command} "&edhbxg-"${command === 'STATUS' ? ' (MESSAGES)' : ''}`),
      ).toMatch(/NO \[NONEXISTENT\]/)
  })

  it('CLIENTACCESS-14 folders are made, renamed, moved, hidden and deleted under the rules of the browser', async () => {
    const box = await newProgramMailbox(server)
    const program = await box.program()
    expect(await program.ask('CREATE Work/2026')).toMatch(/OK/)
    expect(await program.ask('LIST "" Work%')).toBe(
      '* LIST (\\HasChildren) "/" "Work"\r\nt3 OK LIST completed\r\n',
    )
    expect(await program.ask('CREATE Work')).toMatch(/NO \[ALREADYEXISTS\]/)
    expect(await program.ask('CREATE Spam')).toMatch(/NO \[ALREADYEXISTS\]/)
    expect(await program.ask(`CREATE ${'x'.repeat(256)}`)).toMatch(/NO \[CANNOT\]/)
    expect(await program.ask('RENAME Work/2026 Old')).toMatch(/OK/)
    expect(await program.ask('RENAME Work Work/in')).toMatch(/NO \[CANNOT\]/)
    expect(await program.ask('RENAME Sent Other')).toMatch(/NO \[CANNOT\]/)
    expect(await program.ask('UNSUBSCRIBE Old')).toMatch(/OK/)
    expect(await program.ask('LSUB "" *')).not.toContain('"Old"')
    expect(await program.ask('DELETE Old')).toMatch(/OK/)
    const { customList } = await box.client.get(folders.list, { query: {} })
    expect(customList.map((one) => one.folderName)).toEqual(['Work'])
    expect(await program.ask('LIST "" "" RETURN (STATUS (MESSAGES))')).toContain('(\\Noselect)')
    expect(await program.ask('LIST (SPECIAL-USE) "" (% *) RETURN (STATUS (MESSAGES))')).toContain(
      '* STATUS "Junk" (MESSAGES 0)',
    )
  })

  it('CLIENTACCESS-14 G115 folders of programs keep their long names; what is refused leaves nothing half done, and no two have one name', async () => {
    const box = await newProgramMailbox(server)
    const program = await box.program()
    const own = async () => {
      const { customList } = await box.client.get(folders.list, { query: {} })
      return customList.map((one) => one.folderName)
    }
    expect(await program.ask('CREATE "Deleted Messages"')).toMatch(/OK/)
    expect(await program.ask('RENAME "Deleted Messages" "Newsletters of 2024"')).toMatch(/OK/)
    expect(await program.ask('CREATE "made//b"')).toMatch(/NO \[CANNOT\]/)
    expect(await program.ask(`RENAME "Newsletters of 2024" new/${'z'.repeat(256)}`)).toMatch(
      /NO \[CANNOT\]/,
    )
    expect(await own()).toEqual(['Newsletters of 2024'])
    for (const path of ['RA/x', 'RB/x']) await program.ask(`CREATE ${path}`)
    expect(await program.ask(`RENAME RA/x RB/${'z'.repeat(256)}`)).toMatch(/NO \[CANNOT\]/)
    expect(await program.ask('STATUS RA/x (MESSAGES)')).toMatch(/OK/)
    expect(await program.ask('RENAME RA/x RB/y')).toMatch(/OK/)
    expect(await program.ask('LIST "" RB/*')).toMatch(/"RB\/x"[\s\S]*"RB\/y"/)
    await box.client.get(folders.save, { body: { folderName: 'a/b' } })
    const twin = await box.client.call(folders.save, { body: { folderName: 'a\u2215b' } })
    expect(twin.error).toBe('folder.name-taken')
    const long = await box.client.call(folders.save, { body: { folderName: 'x'.repeat(11) } })
    expect(long.error).toBe('folder.name-long')
  })

  it('CLIENTACCESS-14 SEARCH by flags, numbers, dates, sizes and words in two languages, plain and extended', async () => {
    const box = await newProgramMailbox(server)
    await box.put(
      'inbox',
      {
        subject: 'quarterly report',
        from: 'anna@elsewhere.test',
        text: 'profit',
        at: '2026-01-05T10:00:00Z',
      },
      { subject: '关于会议纪要', text: 'nothing', seen: true, at: '2026-02-05T10:00:00Z' },
      { subject: 'lunch', text: 'report of the day', starred: true, at: '2026-03-05T10:00:00Z' },
    )
    const program = await box.program()
    await program.ask('SELECT INBOX')
    const search = async (keys: string) =>
      /^\* SEARCH(.*)\r\n/.exec(await program.ask(`SEARCH ${keys}`))?.[1]?.trim()
    const asked: [string, string][] = [
      ['ALL', '1 2 3'],
      ['UNSEEN', '1 3'],
      ['FLAGGED', '3'],
      ['NOT FLAGGED UNSEEN', '1'],
      ['OR (FLAGGED) (SEEN)', '2 3'],
      ['SINCE 1-Feb-2026 BEFORE 1-Mar-2026', '2'],
      ['ON 5-Mar-2026', '3'],
      ['2:*', '2 3'],
      ['UID 1,3', '1 3'],
      ['LARGER 1', '1 2 3'],
      ['SMALLER 1', ''],
      ['SUBJECT report', '1'],
      ['TEXT report', '1 3'],
      ['BODY profit', '1'],
      ['FROM anna', '1'],
      [`CHARSET UTF-8 SUBJECT {6+}\r\n${Buffer.from('会议').toString('latin1')}`, '2'],
      ['CHARSET GBK SUBJECT {4+}\r\n\xbb\xe1\xd2\xe9', '2'],
      ['CHARSET big5 SUBJECT {4+}\r\n\xb7|\xb3\xf8', ''],
      ['HEADER X-None ""', ''],
      ['HEADER From elsewhere', '1'],
      ['KEYWORD $None', ''],
      ['UNKEYWORD $None', '1 2 3'],
    ]
    // Any part of a word, across words and signs, in any case of letters (RFC 9051 §6.4.4).
    const parts: [string, string][] = [
      ['SUBJECT EPOR', '1'],
      ['SUBJECT "terly rep"', '1'],
      ['FROM na@else', '1'],
      ['HEADER From "elsewhere.te"', '1'],
      ['BODY rofi', '1'],
      ['BODY "port of the da"', '3'],
      ['TEXT epor', '1 3'],
      ['BODY epor', '3'],
      ['NOT SUBJECT epor', '2 3'],
      ['SUBJECT unch OR BODY rofi BODY epor', '3'],
      ['SUBJECT "@"', ''],
      ['FROM "@"', '1 2 3'],
      ['LARGER 4294967295', ''],
      ['KEYWORD $Forwarded', '2'],
      ['UNKEYWORD $forwarded', '1 3'],
    ]
    await program.ask('STORE 2 +FLAGS ($Forwarded)')
    for (const [keys, found] of [...asked, ...parts])
      expect([keys, await search(keys)]).toEqual([keys, found])
    await program.ask('APPEND INBOX {3+}\r\nx\r\n')
    expect(await search('HEADER Message-ID ""')).toBe('1 2 3')
    expect(await search('NOT HEADER Message-ID ""')).toBe('4')
    await program.ask('STORE 4 +FLAGS (\\Seen \\Deleted)')
    await program.ask('EXPUNGE')
    expect(await program.ask('UID SEARCH RETURN (MIN MAX COUNT ALL) UNSEEN')).toMatch(
      /\* ESEARCH \(TAG "t\d+"\) UID MIN 1 MAX 3 ALL 1,3 COUNT 2\r\n/,
    )
    expect(await program.ask('SORT (ARRIVAL) GB2312 SUBJECT {2+}\r\n\xbb\xe1')).toContain(
      '* SORT 2',
    )
    expect(await program.ask('SEARCH CHARSET GBK SUBJECT {1+}\r\n\xbb')).toMatch(/BAD/)
    expect(await program.ask('SEARCH CHARSET KOI8-R ALL')).toMatch(/NO \[BADCHARSET/)
  })

  it('CLIENTACCESS-14 CONDSTORE: positions are told, and a STORE on condition leaves what changed meanwhile alone', async () => {
    const box = await newProgramMailbox(server)
    await box.put('inbox', { subject: 'a' }, { subject: 'b' })
    const program = await box.program()
    expect(await program.ask('ENABLE CONDSTORE')).toContain('* ENABLED CONDSTORE')
    const known = Number(/HIGHESTMODSEQ (\d+)/.exec(await program.ask('SELECT INBOX'))?.[1])
    const other = await box.program()
    await other.ask('SELECT INBOX')
    await other.ask('STORE 1 +FLAGS (\\Flagged)')
    expect(await program.ask(`STORE 1:2 (UNCHANGEDSINCE ${known}) +FLAGS.SILENT (\\Seen)`)).toMatch(
      /\* 2 FETCH \(UID 2 MODSEQ \(\d+\)\).*OK \[MODIFIED 1\]/s,
    )
    const changed = await program.ask(`FETCH 1:* (FLAGS) (CHANGEDSINCE ${known})`)
    expect(changed.match(/FETCH \(MODSEQ/g)).toHaveLength(2)
    expect(await program.ask(`SEARCH MODSEQ ${known + 1}`)).toMatch(/\* SEARCH 1 2 \(MODSEQ \d+\)/)
  })
})
