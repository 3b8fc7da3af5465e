import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folders } from '@hongyan/contract/folders'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createApp } from '../../app.ts'
import { asId, type FolderId } from '../../platform/ids.ts'
import { newProgramMailbox, type ProgramMailbox } from '../../testing/imap-client.ts'
import { newMailbox } from '../../testing/mailbox.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { Command } from '../command.ts'
import { exportCommand } from '../export.ts'
import { importCommand } from '../import.ts'
import { quoted, sections, unquoted } from './mboxrd.ts'
import { createNotTwice } from './not-twice.ts'

let server: TestServer
let disk: string
let source: ProgramMailbox

beforeAll(async () => {
  server = await startTestServer()
  disk = await mkdtemp(join(tmpdir(), 'hongyan-test-mailbox-'))
  source = await filled()
})

afterAll(async () => {
  await server.stop()
  await rm(disk, { recursive: true, force: true })
})

async function run(
  command: Command,
  words: string[],
  make = createApp,
): Promise<{ code: number; said: string }> {
  const said: string[] = []
  const print = (line: string) => void said.push(line)
  const code = await command({ words, config: server.config, createApp: make, print })
  return { code, said: said.join('\n') }
}

const head = (id: string): string =>
  `From: a@b.test\r\nSubject: ${id}\r\nMessage-ID: <${id}@b.test>\r\nStatus: RO\r\n\r\n`

/** Mail that a file of mail could change: lines like its own, ends of every kind, long ones, the same twice. */
const bodies = [
  'plain\r\n',
  'From here\r\n>From there\r\n>>>From everywhere\r\n> From nowhere\r\n',
  'no end of line',
  'two empty lines\r\n\r\n\r\n',
  'bare\nFrom me\nto you\n',
  'plain\r\n',
  `${'x'.repeat(70)}\r\nFrom a long one\r\n`.repeat(4_000),
]
const many = Array.from({ length: 30 }, (_, index) => `word${index}`)

/** Flags of every kind in turn. */
const flagsOf = (index: number, place: number): string[] => [
  ...['\\Seen', '\\Flagged', '\\Answered', '\\Draft', '\\Deleted', '$Forwarded'].filter(
    (_, bit) => ((index * 9 + place) >> bit) & 1,
  ),
  ...(index === 3 ? many : []),
  ...(index === 4 ? ['$label_=E9=87=8D', 'Other'] : []),
]

const appends = (name: string, place: number): string[] =>
  bodies.slice(0, place === 0 ? 7 : 6).map((body, index) => {
    const raw = head(`m${index === 5 ? 0 : index}`) + body
    const at = `0${index + 1}-Mar-20${10 + place} 01:02:0${index} +0000`
    const flags = flagsOf(index, place).join(' ')
    return `APPEND ${name} (${flags}) "${at}" {${Buffer.byteLength(raw)}+}\r\n${raw}`
  })

async function filled(): Promise<ProgramMailbox> {
  const box = await newProgramMailbox(server)
  const add = async (folderName: string, parentId?: number) =>
    (await box.client.get(folders.save, { body: { folderName, parentId } })).folderId
  const outer = await add('项目/甲.%')
  await add('cur', outer)
  await add('x.mbox', outer)
  await add('x', outer)
  await add('.empty')
  const program = await box.program()
  const listed = await program.ask('LIST "" "*"')
  const names = [...listed.matchAll(/\* LIST \([^)]*\) "\/" (.+)\r\n/g)].map(([, name]) => name)
  for (const [place, name = ''] of names.entries())
    for (const line of name.includes('.empty') ? [] : appends(name, place))
      expect(await program.ask(line)).toMatch(/ OK /)
  await program.ask('LOGOUT')
  return box
}

/** All that a program sees of a mailbox, folder by folder. */
async function seenBy(box: ProgramMailbox): Promise<Map<string, string>> {
  const program = await box.program()
  const seen = new Map<string, string>()
  const listed = await program.ask('LIST "" "*"')
  for (const [, name = ''] of listed.matchAll(/\* LIST \([^)]*\) "\/" (.+)\r\n/g)) {
    await program.ask(`EXAMINE ${name}`)
    const told = await program.ask('FETCH 1:* (FLAGS INTERNALDATE BODY.PEEK[])')
    const flags = (_: string, words: string) => `FLAGS (${words.split(' ').sort().join(' ')})`
    seen.set(
      name,
      told
        .replace(/(?:^|\r\n)t\d+ OK .*\r\n$/, '')
        .replace(/\* \d+ EXPUNGE\r\n/g, '')
        .replace(/FLAGS \(([^)]*)\)/g, flags),
    )
  }
  await program.ask('LOGOUT')
  return seen
}

it.each(['maildir', 'mbox'])(
  'issue 14: a whole mailbox goes out as %s and comes in again as it was: folders, bytes, flags, keywords, labels, dates',
  async (format) => {
    const path = join(disk, format)
    const out = await run(exportCommand, [source.address, path, '--format', format])
    expect(out).toMatchObject({ code: 0, said: expect.stringContaining('61 messages') })
    const target = await newProgramMailbox(server)
    expect(await run(importCommand, [target.address, path])).toMatchObject({
      code: 0,
      said: '61 messages imported',
    })
    const [there, here] = [await seenBy(source), await seenBy(target)]
    expect([...here.keys()].sort()).toEqual([...there.keys()].sort())
    for (const [name, told] of there) expect(here.get(name) === told, name).toBe(true)
    // Once more, as after a run that was cut off: what is there does not come twice.
    expect(await run(importCommand, [target.address, path])).toMatchObject({
      code: 0,
      said: '0 messages imported, 61 were here already',
    })
  },
)

it('issue 14: equal mails of different moments, far from each other, do not come twice', async () => {
  const { accountId, inbox } = await newMailbox(server)
  const { mailstore, database } = server.app
  const folder = asId<FolderId>(inbox)
  const message = await mailstore.keep(Buffer.from(`${head('equal')}text\r\n`))
  const brought: number[] = []
  for (let run = 0; run < 2; run++) {
    const notTwice = createNotTwice(mailstore)
    for (const at of ['2020-01-01', '2021-01-01']) {
      const ready = [{ message, copy: { accountId, folder, receivedAt: new Date(at) } }]
      const fresh = await notTwice({ accountId, folderId: folder }, ready)
      await database.transaction((tx) => mailstore.storeAllIn(tx, fresh))
      brought.push(fresh.length)
    }
  }
  expect(brought).toEqual([1, 1, 0, 0])
})

it('issue 14: mails that tell no day, or one of the future, come once too, from files of every kind', async () => {
  const { address, items, inbox } = await newMailbox(server)
  const undated = 'Subject: undated\r\n\r\ntext\r\n'
  const future = 'Subject: future\r\nDate: Fri, 31 Dec 9998 00:00:00 +0000\r\n\r\ntext\r\n'
  const files = join(disk, 'undated')
  await mkdir(join(files, 'plain', 'cur'), { recursive: true })
  await writeFile(join(files, 'plain', 'a.eml'), undated)
  await writeFile(join(files, 'plain', 'cur', '1:2,S'), future)
  await writeFile(join(files, 'b.eml'), undated.replace('text', 'alone'))
  await writeFile(join(files, 'c.mbox'), `From x\n${undated.replace('text', 'in a file')}\n`)
  const at = new Date('2020-02-02T02:02:02Z')
  for (const name of ['plain/a.eml', 'plain/cur/1:2,S', 'b.eml', 'c.mbox'])
    await utimes(join(files, name), at, at)
  const words = [address, ...['plain', 'b.eml', 'c.mbox'].map((name) => join(files, name))]
  expect(await run(importCommand, words)).toMatchObject({ said: '4 messages imported' })
  expect(await run(importCommand, words)).toMatchObject({
    said: '0 messages imported, 4 were here already',
  })
  for (const { receivedTime } of await items(inbox))
    expect(new Date(receivedTime ?? '').toISOString()).toBe(at.toISOString())
})

it.each(['a file', 'a directory'])(
  'MAILLIST-27 issue 14: mail from %s waits while its folder is being emptied, also when that begins behind its reading',
  async (kind) => {
    const { address, accountId, items, inbox } = await newMailbox(server)
    const path = join(disk, `waits for ${kind}`)
    const mail = `${head('waits')}text\r\n`
    await mkdir(path)
    await writeFile(join(path, 'a.eml'), mail)
    await writeFile(join(path, 'INBOX.mbox'), `From x\n${mail}\n`)
    const folder = asId<FolderId>(inbox)
    const during: number[] = []
    const make: typeof createApp = async (ground) => {
      const app = await createApp(ground)
      const { countsAt, setEmptying } = app.mailstore
      const { transaction } = app.database
      let tries = 0
      // It is read, and its transaction has not begun.
      vi.spyOn(app.mailstore, 'countsAt').mockImplementation(async (...asked) => {
        await setEmptying(accountId, folder, true)
        tries = 1
        return countsAt(...asked)
      })
      vi.spyOn(app.database, 'transaction').mockImplementation(async (work) => {
        if (tries > 0 && tries++ === 2) {
          during.push((await items(inbox)).length)
          await setEmptying(accountId, folder, false)
        }
        return transaction(work)
      })
      return app
    }
    const words = [address, kind === 'a file' ? join(path, 'a.eml') : path]
    expect(await run(importCommand, words, make)).toMatchObject({ said: '1 messages imported' })
    expect(during).toEqual([0])
    expect(await items(inbox)).toHaveLength(1)
  },
)

it('issue 14: mails that tell no day, or one of the future, come once from a directory of mbox files, at the day of their file', async () => {
  const { address, items, inbox } = await newMailbox(server)
  const path = join(disk, 'undated-mbox')
  await mkdir(path)
  const future = 'Fri, 31 Dec 9998 00:00:00 +0000'
  const mails = [
    'From x\nSubject: undated\n\ntext\n',
    `From x\nSubject: future\nDate: ${future}\n\ntext\n`,
    'From x Fri Dec 31 00:00:00 9998\nSubject: came then\n\ntext\n',
  ]
  await writeFile(join(path, 'INBOX.mbox'), `${mails.join('\n')}\n`)
  const at = new Date('2020-02-02T02:02:02Z')
  await utimes(join(path, 'INBOX.mbox'), at, at)
  expect(await run(importCommand, [address, path])).toMatchObject({ said: '3 messages imported' })
  expect(await run(importCommand, [address, path])).toMatchObject({
    said: '0 messages imported, 3 were here already',
  })
  for (const { receivedTime } of await items(inbox))
    expect(new Date(receivedTime ?? '').toISOString()).toBe(at.toISOString())
})

it.each(['maildir', 'mbox'])(
  'issue 14: a folder of a %s that cannot be made, or a file that cannot be read, stops no other; each is named and no mail lost',
  async (format) => {
    const { address, client, accountId } = await newMailbox(server)
    const path = join(disk, `refused-${format}`)
    const long = 'Newsletters of the year 2024'
    const named = [['INBOX'], ['Deleted Items'], [long], ['INBOX', 'Inner'], ['Zeta']]
    const deep = ['one', 'two', 'three', 'four', 'five', 'six']
    for (const steps of [...named, ...deep.map((_, at) => deep.slice(0, at + 1))]) {
      const mail = `${head(steps.join('.').replaceAll(' ', ''))}text\r\n`
      const [folder, file] =
        format === 'maildir'
          ? [join(path, ...steps, 'cur'), '1:2,S']
          : [join(path, ...steps.slice(0, -1)), `${steps.at(-1)}.mbox`]
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, file), format === 'maildir' ? mail : `From x\n${mail}\n`)
    }
    if (format === 'maildir') await mkdir(join(path, 'INBOX', 'cur', '2:2,'))
    const { code, said } = await run(importCommand, [address, path])
    expect(code).toBe(1)
    const lines = said.split('\n').sort()
    expect(lines.filter((line) => line.includes('read'))).toHaveLength(format === 'maildir' ? 1 : 0)
    expect(lines).toEqual(
      expect.arrayContaining([
        '11 messages imported',
        expect.stringMatching(
          /^Deleted Items cannot be made \(.*\): its 1 messages are in Archive$/,
        ),
        expect.stringMatching(
          /^one\/two\/three\/four\/five\/six cannot be made \(.*\): its 1 messages are in one\/two\/three\/four\/five$/,
        ),
      ]),
    )
    const { customList } = await client.get(folders.list, { query: {} })
    const counts = new Map(customList.map((one) => [one.folderName, one.mail]))
    expect(Object.fromEntries(counts)).toEqual({
      [long]: 1,
      Inner: 1,
      Zeta: 1,
      ...Object.fromEntries(deep.slice(0, 5).map((name) => [name, name === 'five' ? 2 : 1])),
    })
    const archive = await server.app.mailstore.folderByRole(accountId, 'archive')
    expect(archive?.total).toBe(1)
    expect(await run(importCommand, [address, path])).toMatchObject({
      code: 1,
      said: expect.stringContaining('0 messages imported, 11 were here already'),
    })
  },
)

it('issue 14: nothing is written over, and what is asked wrongly is said', async () => {
  await writeFile(join(disk, 'in-the-way'), '')
  await expect(run(exportCommand, [source.address, disk])).rejects.toThrow(/not empty/)
  await expect(run(exportCommand, [source.address])).rejects.toThrow(/directory/)
  await expect(
    run(exportCommand, [source.address, join(disk, 'other'), '--format', 'pst']),
  ).rejects.toThrow(/maildir, mbox/)
})

it('mboxrd: what is quoted in pieces of any size is unquoted to the same bytes, and splits where it was joined', async () => {
  const mails = bodies.slice(0, 6).concat(['From ', '>From \n>>From x', 'Fro\nFrom\n>>>>From \n'])
  async function* inPieces(bytes: Buffer, size: number) {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  for (const size of [1, 2, 3, 7, 1000]) {
    let file = ''
    for (const mail of mails) {
      file += 'From x\n'
      for await (const piece of quoted(inPieces(Buffer.from(mail), size))) file += String(piece)
      file += '\n\n'
    }
    const found: string[] = []
    for await (const section of sections(inPieces(Buffer.from(file), size), 10_000))
      found.push(String(unquoted((section ?? Buffer.alloc(0)).subarray(7, -2))))
    expect(found).toEqual(mails)
  }
})
