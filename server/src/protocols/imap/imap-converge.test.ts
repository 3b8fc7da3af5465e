import { messages } from '@hongyan/contract/messages'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type ImapClient,
  newProgramMailbox,
  type ProgramMailbox,
} from '../../testing/imap-client.ts'
import { popIn } from '../../testing/pop3-client.ts'
import { randomOf } from '../../testing/random.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer
const seeds = Number(process.env.IMAP_SEEDS ?? 20)

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server.stop())

/** A message as a program knows it; null where it has not been told. */
interface Seen {
  uid: number | null
  flags: string | null
}

/** RFC 9051 §7.5.1: while one of these goes on no number may change. */
const keepsNumbers = /^(?:FETCH|STORE|SEARCH) /

const tidy = (flags: string): string => flags.split(' ').filter(Boolean).sort().join(' ')

/** A program that believes what it hears. */
class Program {
  readonly view: Seen[] = []
  readonly line: ImapClient

  constructor(line: ImapClient) {
    this.line = line
  }

  async ask(command: string): Promise<string> {
    const said = await this.line.ask(command)
    // What it did itself and is not told it would have to work out.
    if (command.includes('.SILENT')) for (const one of this.view) one.flags = null
    expect(said, command).not.toMatch(/SERVERBUG/)
    for (const one of said.split('\r\n')) this.hear(one, command)
    return said
  }

  private hear(line: string, command: string): void {
    const [, number = '0', word = '', rest = ''] =
      /^\* (\d+) (EXISTS|EXPUNGE|FETCH)(.*)$/.exec(line) ?? []
    const at = Number(number)
    if (word === 'EXISTS') {
      expect(at, line).toBeGreaterThanOrEqual(this.view.length)
      while (this.view.length < at) this.view.push({ uid: null, flags: null })
    }
    if (word === 'EXPUNGE') {
      expect(command).not.toMatch(keepsNumbers)
      expect(at, line).toBeLessThanOrEqual(this.view.length)
      this.view.splice(at - 1, 1)
    }
    if (word === 'FETCH') this.learn(at, rest)
    const vanished = /^\* VANISHED ([\d:,]+)$/.exec(line)?.[1]
    if (vanished) this.forget(vanished, command)
  }

  private learn(at: number, text: string): void {
    const one = this.view[at - 1]
    expect(one, `FETCH of ${at}`).toBeDefined()
    if (!one) return
    const uid = Number(/UID (\d+)/.exec(text)?.[1] ?? 0)
    // A number means one message until it is told that it does not.
    if (uid && one.uid !== null) expect(uid).toBe(one.uid)
    if (uid) one.uid = uid
    const flags = /FLAGS \(([^)]*)\)/.exec(text)?.[1]
    if (flags !== undefined) one.flags = tidy(flags)
  }

  /** UIDs ascend: one that it has not heard yet lies before the next larger one that it knows. */
  private placeOf(uid: number): number {
    const known = this.view.findIndex((one) => one.uid === uid)
    if (known >= 0) return known
    const next = this.view.findIndex((one) => one.uid !== null && one.uid > uid)
    return this.view.findLastIndex((one, at) => one.uid === null && (next < 0 || at < next))
  }

  private forget(set: string, command: string): void {
    expect(command).not.toMatch(keepsNumbers)
    for (const range of set.split(',')) {
      const [from = 0, to = from] = range.split(':').map(Number)
      for (let uid = from; uid <= to; uid++) {
        const at = this.placeOf(uid)
        expect(at, `VANISHED ${uid}`).toBeGreaterThanOrEqual(0)
        this.view.splice(at, 1)
      }
    }
  }
}

async function open(box: ProgramMailbox, { resyncs }: { resyncs: boolean }): Promise<Program> {
  const program = new Program(await box.program())
  if (resyncs) await program.ask('ENABLE QRESYNC')
  await program.ask('SELECT INBOX')
  await program.ask('FETCH 1:* (UID FLAGS)')
  return program
}

const flagNames = ['\\Seen', '\\Flagged', '\\Answered', '\\Deleted', '$Work', '$label_Team']

function commandOf(random: (below: number) => number): string {
  const set = `${1 + random(8)}:${1 + random(8)}`
  const flag = `${['+', '-', ''][random(3)]}FLAGS${['', '.SILENT'][random(2)]} (${flagNames[random(6)]})`
  const mail = `Subject: ${random(9)}\r\n\r\ntext\r\n`
  return (
    [
      `STORE ${set} ${flag}`,
      `UID STORE ${set} ${flag}`,
      `UID MOVE ${1 + random(20)} Archive`,
      `UID COPY ${1 + random(20)}:${1 + random(20)} INBOX`,
      `APPEND INBOX (${flagNames[random(6)]}) {${mail.length}+}\r\n${mail}`,
      'EXPUNGE',
      `UID EXPUNGE ${1 + random(20)}:${1 + random(20)}`,
      `FETCH ${set} (UID FLAGS)`,
      `SEARCH ${['UNSEEN', 'FLAGGED', 'DELETED', '1:*'][random(4)]}`,
      'NOOP',
    ][random(10)] ?? 'NOOP'
  )
}

/** Something that a person does in the browser with a mail that lies in the inbox. */
async function inBrowser(box: ProgramMailbox, random: (below: number) => number): Promise<void> {
  const items = await box.items(box.inbox)
  const [mailId] = [items[random(Math.max(1, items.length))]?.mailId ?? 0]
  const mailIds = [mailId]
  const { client } = box
  const flag = random(2) as 0 | 1
  const done = [
    () => client.call(messages.seen, { body: { mailIds, seen: flag } }),
    () => client.call(messages.star, { body: { mailIds, starred: flag } }),
    () => client.call(messages.move, { body: { mailIds, targetMailboxId: box.archive } }),
    () => client.call(messages.recycle, { body: { mailIds } }),
    () => box.put('inbox', { subject: 'news' }),
  ]
  await done[random(done.length)]?.()
}

/** Numbers and unique ids (RFC 1939 §7). */
const listingOf = (said: string): { number: string; id: string }[] =>
  [...said.matchAll(/^(\d+) (\S+)\r?$/gm)].map(([, number = '', id = '']) => ({ number, id }))

/**
 * A program that empties the inbox by POP3. What it marks is gone with its QUIT and not before; when it hangs up
 * nothing is. @returns ids of what is gone
 */
async function byPop(box: ProgramMailbox, random: (below: number) => number): Promise<string[]> {
  const pop = await popIn(server, box).catch((thrown: unknown) => {
    // The line of the last one, which hung up, has not ended yet (RFC 2449 §8.1.1).
    if (String(thrown).includes('[IN-USE]')) return null
    throw thrown
  })
  if (!pop) return []
  const listed = listingOf(await pop.askLines('UIDL'))
  const gone: string[] = []
  for (let times = random(3); times > 0 && listed.length > 0; times--) {
    const one = listed[random(listed.length)]
    if (!one || gone.includes(one.id)) continue
    const read = await pop.askLines(random(2) === 0 ? `RETR ${one.number}` : `TOP ${one.number} 1`)
    expect(read).toMatch(/Subject: |^-ERR/)
    if ((await pop.ask(`DELE ${one.number}`)).startsWith('+OK')) gone.push(one.id)
  }
  if (random(3) === 0) {
    pop.close()
    return []
  }
  return (await pop.ask('QUIT')).startsWith('+OK') ? gone : []
}

/** Once the line of the last one has ended. */
async function idsByPop(box: ProgramMailbox): Promise<string[]> {
  for (;;) {
    const pop = await popIn(server, box).catch((thrown: unknown) => {
      if (String(thrown).includes('[IN-USE]')) return null
      throw thrown
    })
    if (!pop) continue
    const listed = listingOf(await pop.askLines('UIDL'))
    await pop.ask('QUIT')
    return listed.map(({ id }) => id)
  }
}

interface Row {
  uid: number | null
  flags: string | null
}

async function freshOf(box: ProgramMailbox): Promise<Row[]> {
  const fresh = await open(box, { resyncs: false })
  fresh.line.close()
  return fresh.view
}

const shown = (list: readonly Row[]) =>
  list.map(({ uid, flags }) => ({
    uid,
    seen: flags?.includes('\\Seen'),
    starred: flags?.includes('\\Flagged'),
    answered: flags?.includes('\\Answered'),
  }))

/** What a program was told of is as it is; the rest it asks for. */
async function settle(program: Program, fresh: readonly Row[], seed: number): Promise<void> {
  await program.ask('NOOP')
  const told = program.view.map((row) => ({ ...row }))
  await program.ask('FETCH 1:* (UID FLAGS)')
  expect({ seed, view: program.view }).toEqual({ seed, view: fresh })
  const asTold = told.map(({ uid, flags }, at) => ({
    uid: uid ?? fresh[at]?.uid,
    flags: flags ?? fresh[at]?.flags,
  }))
  expect({ seed, view: asTold }).toEqual({ seed, view: fresh })
}

/** A UID names one message for ever, and a new one is larger than all before it. @returns the largest */
function noteNames(said: string, names: Map<number, string>, highest: number): number {
  for (const [, uid, name = ''] of said.matchAll(/UID (\d+) EMAILID \((\S+)\)/g)) {
    const known = names.get(Number(uid))
    if (known === undefined) expect(Number(uid)).toBeGreaterThan(highest)
    else expect(name).toBe(known)
    names.set(Number(uid), name)
  }
  return Math.max(highest, ...names.keys())
}

it(
  `CLIENTACCESS-14 two programs by IMAP, one by POP3 and a browser that do what they like at the same time end with the same mailbox (${seeds} seeds)`,
  async () => {
    const box = await newProgramMailbox(server)
    await box.put('inbox', { subject: 'a' }, { subject: 'b' }, { subject: 'c' })
    const names = new Map<number, string>()
    let highest = 0
    for (let seed = 1; seed <= seeds; seed++) {
      const random = randomOf(seed)
      const [one, two] = [await open(box, { resyncs: false }), await open(box, { resyncs: true })]
      const gone = new Set<string>()
      for (let turn = 0; turn < 12; turn++)
        await Promise.all([
          one.ask(commandOf(random)),
          two.ask(commandOf(random)),
          ...(random(2) === 0 ? [inBrowser(box, random)] : []),
          ...(random(4) === 0
            ? [byPop(box, random).then((ids) => ids.forEach((id) => void gone.add(id)))]
            : []),
        ])
      const fresh = await freshOf(box)
      for (const program of [one, two]) await settle(program, fresh, seed)
      const left = await idsByPop(box)
      expect(left).toHaveLength(fresh.length)
      expect({ seed, back: left.filter((id) => gone.has(id)) }).toEqual({ seed, back: [] })
      const items = (await box.items(box.inbox)).sort((a, b) => a.mailUid - b.mailUid)
      expect(shown(fresh)).toEqual(
        items.map(({ mailUid, seen, starred, answered }) => ({
          uid: mailUid,
          seen,
          starred,
          answered,
        })),
      )
      highest = noteNames(await one.ask('UID FETCH 1:* EMAILID'), names, highest)
      if (fresh.length > 30) await one.ask('UID MOVE 1:* Archive')
      for (const program of [one, two]) program.line.close()
    }
  },
  60_000 + seeds * 15_000,
)
