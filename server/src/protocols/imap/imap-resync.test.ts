import { messages } from '@hongyan/contract/messages'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { asId, type FolderId, type MessageId } from '../../platform/ids.ts'
import {
  type ImapClient,
  newProgramMailbox,
  type ProgramMailbox,
} from '../../testing/imap-client.ts'
import { randomOf } from '../../testing/random.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer
const seeds = Number(process.env.IMAP_SEEDS ?? 40)

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server.stop())

const numberIn = (text: string, name: string): number =>
  Number(new RegExp(`${name} (\\d+)`).exec(text)?.[1])

it('CLIENTACCESS-14 QRESYNC: who comes back hears what vanished and what changed, and of UIDs instead of numbers from then on', async () => {
  const box = await newProgramMailbox(server)
  await box.put('inbox', ...['a', 'b', 'c', 'd', 'e'].map((subject) => ({ subject })))
  const program = await box.program()
  expect(await program.ask('SELECT INBOX (QRESYNC (1 1))')).toMatch(/BAD/)
  expect(await program.ask('ENABLE QRESYNC X-NONE')).toContain('* ENABLED QRESYNC\r\n')
  const first = await program.ask('SELECT INBOX')
  const [validity, modseq] = [numberIn(first, 'UIDVALIDITY'), numberIn(first, 'HIGHESTMODSEQ')]
  const other = await box.program()
  await other.ask('SELECT INBOX')
  await other.ask('STORE 4 +FLAGS (\\Flagged)')
  await other.ask('UID MOVE 2 Archive')
  await other.ask('STORE 2 +FLAGS (\\Deleted)')
  expect(await other.ask('EXPUNGE')).toMatch(/^\* 2 EXPUNGE\r\nt\d+ OK EXPUNGE/)
  await box.put('inbox', { subject: 'f' })
  expect(await program.ask('NOOP')).toMatch(/^\* VANISHED 2:3\r\n\* 4 EXISTS\r\n/)
  const again = await program.ask(`SELECT INBOX (QRESYNC (${validity} ${modseq}))`)
  expect(again).toContain('* OK [CLOSED]')
  expect(again).toContain('* VANISHED (EARLIER) 2:3\r\n')
  expect(again).toMatch(
    /\* 2 FETCH \(UID 4 FLAGS \(\\Flagged\) MODSEQ \(\d+\)\)\r\n\* 4 FETCH \(UID 6 /,
  )
  expect(again).toMatch(/t\d+ OK \[READ-WRITE\]/)
  const some = await program.ask(`SELECT INBOX (QRESYNC (${validity} ${modseq} 1:2 (1,3 1,3)))`)
  expect(some).toContain('* VANISHED (EARLIER) 2\r\n')
  expect(some).not.toContain('FETCH')
  expect(await program.ask(`SELECT INBOX (QRESYNC (${validity + 1} ${modseq}))`)).not.toMatch(
    /VANISHED|FETCH/,
  )
  const fetched = await program.ask(`UID FETCH 1:* (FLAGS) (CHANGEDSINCE ${modseq} VANISHED)`)
  expect(fetched).toMatch(/^\* VANISHED \(EARLIER\) 2:3\r\n\* 2 FETCH/)
  expect(await program.ask(`FETCH 1:* (FLAGS) (CHANGEDSINCE ${modseq} VANISHED)`)).toMatch(/BAD/)
  expect(await program.ask('UID MOVE 1 Archive')).toMatch(
    /COPYUID [\d ]+\] Moved\r\n\* VANISHED 1\r\nt\d+ OK \[HIGHESTMODSEQ \d+\]/,
  )
  // Who was away for longer than the history goes back is compared with the mailbox as it is.
  await server.app.database.run(
    sql`UPDATE accounts SET feed_floor = modseq WHERE id = ${box.accountId}`,
  )
  const late = await program.ask(`SELECT INBOX (QRESYNC (${validity} ${modseq} 1:4))`)
  expect(late).toContain('* VANISHED (EARLIER) 1:3\r\n')
  const matched = await program.ask(`SELECT INBOX (QRESYNC (${validity} ${modseq} 1:5 (1 4)))`)
  expect(matched).not.toContain('VANISHED')
})

it('CLIENTACCESS-14 QRESYNC: a position is told up to which the program has heard all, whatever went meanwhile', async () => {
  const box = await newProgramMailbox(server)
  await box.put('inbox', ...['a', 'b', 'c'].map((subject) => ({ subject })))
  const program = await box.program()
  await program.ask('ENABLE QRESYNC')
  const validity = numberIn(await program.ask('SELECT INBOX'), 'UIDVALIDITY')
  const other = await box.program()
  await other.ask('SELECT INBOX')
  await other.ask('STORE 1 +FLAGS (\\Deleted)')
  await other.ask('EXPUNGE')
  // By numbers nothing may be said of what went (RFC 9051 §7.5.1): the program goes without having heard of it.
  expect(await program.ask('FETCH 2 (FLAGS)')).not.toMatch(/VANISHED|EXPUNGE/)
  const left = numberIn(await program.ask('CLOSE'), 'HIGHESTMODSEQ')
  const again = await program.ask(`SELECT INBOX (QRESYNC (${validity} ${left}))`)
  expect(again).toContain('* VANISHED (EARLIER) 1\r\n')
})

it('CLIENTACCESS-14 a mailbox that is deleted while it is open is there no more for any command', async () => {
  const box = await newProgramMailbox(server)
  const [program, other] = [await box.program(), await box.program()]
  await other.ask('CREATE passing')
  await program.ask('SELECT passing')
  await other.ask('DELETE passing')
  // Told once, and nothing is open any more (RFC 9051 §7.1): what asks for it is answered so, and by no BAD.
  expect(await program.ask('NOOP')).toMatch(/^\* OK \[CLOSED\][^\n]*\r\nt\d+ NO \[NONEXISTENT\]/)
  expect(await program.ask('NOOP')).toMatch(/^t\d+ OK/)
  for (const words of ['CHECK', 'SEARCH ALL', 'EXPUNGE', 'UID FETCH 1:* (FLAGS)', 'COPY 1 Archive'])
    expect([words, await program.ask(words)]).toEqual([
      words,
      expect.stringMatching(/^t\d+ NO \[NONEXISTENT\]/),
    ])
  // What is done elsewhere is done, and answered so: a program that hears NO would do it again.
  expect(await program.ask('APPEND Archive {3+}\r\nx\r\n')).toMatch(/OK \[APPENDUID/)
  expect(await program.ask('CREATE later')).toMatch(/^t\d+ OK/)
  expect(await program.ask('STATUS Archive (MESSAGES)')).toMatch(/MESSAGES 1\)\r\nt\d+ OK/)
  expect(await program.ask('CLOSE')).toMatch(/^t\d+ OK/)
  expect(await program.ask('CHECK')).toMatch(/^t\d+ BAD/)
  await program.ask('CREATE again')
  await program.ask('SELECT again')
  program.write('i IDLE\r\n')
  await program.until(/^\+ idling/)
  await other.ask('DELETE again')
  expect(await program.until(/^\* /)).toMatch(/OK \[CLOSED\]/)
  program.write('DONE\r\n')
  expect(await program.until(/^i /)).toMatch(/^i NO \[NONEXISTENT\]/)
  expect(await program.ask('SELECT INBOX')).toMatch(/^\* FLAGS.*OK \[READ-WRITE\]/s)
})

it('CLIENTACCESS-14 what a command did is answered OK, also where the open mailbox is there no more when it is done', async () => {
  const box = await newProgramMailbox(server)
  const program = await box.program()
  const { database } = server.app
  await program.ask('CREATE passing')
  // A password that comes with the change itself: programs see the folder no more.
  await database.run(sql`CREATE FUNCTION hide_passing() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE folders SET password_hash = 'x' WHERE account_id = NEW.account_id AND name = 'passing';
      RETURN NEW;
    END $$`)
  const done = async (command: string, ...before: string[]): Promise<string> => {
    for (const each of ['APPEND passing {3+}\r\nx\r\n', 'SELECT passing', ...before])
      expect(await program.ask(each)).toMatch(/OK/)
    await database.run(sql`CREATE TRIGGER hide_passing AFTER INSERT ON changes
      FOR EACH ROW EXECUTE FUNCTION hide_passing()`)
    const answer = await program.ask(command)
    await database.run(sql`DROP TRIGGER hide_passing ON changes`)
    await database.run(sql`UPDATE folders SET password_hash = NULL WHERE name = 'passing'`)
    return answer
  }
  const replace = 'REPLACE 1 Archive {3+}\r\ny\r\n'
  expect(await done('COPY 1 Archive')).toMatch(/CLOSED.*OK \[COPYUID/s)
  expect(await done('MOVE 1 Archive')).toMatch(/COPYUID.*CLOSED.*t\d+ OK/s)
  expect(await done('STORE 1 +FLAGS (\\Flagged)')).toMatch(/Flagged.*CLOSED.*t\d+ OK/s)
  expect(await done(replace)).toMatch(/APPENDUID.*CLOSED.*t\d+ OK/s)
  expect(await done('EXPUNGE', 'STORE 1 +FLAGS (\\Deleted)')).toMatch(/CLOSED.*t\d+ OK/s)
  expect(await program.ask('STATUS Archive (MESSAGES)')).toContain('MESSAGES 3)')
})

/** What a program keeps of a mailbox on its disk. */
interface Kept {
  validity: number
  modseq: number
  flags: Map<number, string>
}

const inOrder = (flags: string): string => flags.split(' ').filter(Boolean).sort().join(' ')

/** Takes in what the server says, as RFC 7162 §3.2 wants it. */
function takeIn(kept: Kept, said: string): void {
  for (const line of said.split('\r\n')) {
    const flags = /^\* \d+ FETCH \(UID (\d+) FLAGS \(([^)]*)\)/.exec(line)
    if (flags) kept.flags.set(Number(flags[1]), inOrder(flags[2] ?? ''))
    const gone = /^\* VANISHED (?:\(EARLIER\) )?([\d:,]+)$/.exec(line)?.[1] ?? ''
    for (const range of gone.split(',').filter(Boolean)) {
      const [from = 0, to = from] = range.split(':').map(Number)
      for (let uid = from; uid <= to; uid++) kept.flags.delete(uid)
    }
    const modseq = /HIGHESTMODSEQ (\d+)/.exec(line)?.[1]
    if (modseq) kept.modseq = Number(modseq)
  }
}

async function enter(box: ProgramMailbox): Promise<ImapClient> {
  const program = await box.program()
  await program.ask('ENABLE QRESYNC')
  return program
}

async function freshOf(box: ProgramMailbox): Promise<Kept> {
  const program = await enter(box)
  const kept: Kept = { validity: 0, modseq: 0, flags: new Map() }
  const selected = await program.ask('SELECT INBOX')
  kept.validity = numberIn(selected, 'UIDVALIDITY')
  takeIn(kept, selected)
  takeIn(kept, await program.ask('UID FETCH 1:* (UID FLAGS)'))
  program.close()
  return kept
}

const someFlags = ['\\Flagged', '\\Seen', '\\Deleted', '\\Answered', '$Work', '$label_Team']

type Change = (box: ProgramMailbox, by: ImapClient, random: (below: number) => number) => unknown

const idsIn = async (box: ProgramMailbox): Promise<MessageId[]> =>
  (
    await server.app.mailstore.programs.numbers(
      { accountId: box.accountId, hidden: [] },
      asId<FolderId>(box.inbox),
    )
  ).ids

const changes: Change[] = [
  (box) => box.put('inbox', { subject: 'more' }),
  (_, by, random) =>
    by.ask(
      `UID STORE ${1 + random(12)}:${1 + random(12)} ${['+', '-', ''][random(3)]}FLAGS.SILENT (${someFlags[random(6)]})`,
    ),
  (_, by, random) => by.ask(`UID MOVE ${1 + random(12)} Archive`),
  (_, by, random) => by.ask(`UID COPY ${1 + random(12)}:${1 + random(12)} INBOX`),
  (_, by) => by.ask('EXPUNGE'),
  async (box, _, random) => {
    const ids = await idsIn(box)
    const id = ids[random(Math.max(1, ids.length))]
    if (id)
      await box.client.get(messages.seen, { body: { mailIds: [id], seen: random(2) as 0 | 1 } })
  },
  async (box, _, random) => {
    const ids = await idsIn(box)
    const id = ids[random(Math.max(1, ids.length))]
    if (id) await server.app.mailstore.remove(box.accountId, [id])
  },
]

it(
  `CLIENTACCESS-14 a QRESYNC program that was away during random changes ends equal to a fresh one (${seeds} seeds)`,
  async () => {
    const box = await newProgramMailbox(server)
    const by = await box.program()
    await by.ask('SELECT INBOX')
    await box.put('inbox', { subject: 'a' }, { subject: 'b' }, { subject: 'c' })
    let kept = await freshOf(box)
    for (let seed = 1; seed <= seeds; seed++) {
      const random = randomOf(seed)
      const change = async () => {
        for (let turn = 1 + random(6); turn > 0; turn--)
          await changes[random(changes.length)]?.(box, by, random)
      }
      await change()
      const program = await enter(box)
      const known =
        random(2) === 0 ? '' : ` ${[...kept.flags.keys()].sort((a, b) => a - b).join(',') || 1}`
      takeIn(
        kept,
        await program.ask(`SELECT INBOX (QRESYNC (${kept.validity} ${kept.modseq}${known}))`),
      )
      if (known) takeIn(kept, await program.ask('UID FETCH 1:* (UID FLAGS)'))
      // Sometimes it stays while more happens, and then the line is cut.
      if (random(2) === 0) {
        await change()
        takeIn(kept, await program.ask('NOOP'))
      }
      program.close()
      if (random(3) === 0) await change()
      const late = await enter(box)
      takeIn(kept, await late.ask(`SELECT INBOX (QRESYNC (${kept.validity} ${kept.modseq}))`))
      late.close()
      const fresh = await freshOf(box)
      expect({ seed, flags: [...kept.flags].sort(([a], [b]) => a - b) }).toEqual({
        seed,
        flags: [...fresh.flags].sort(([a], [b]) => a - b),
      })
      if (fresh.flags.size > 40) await by.ask('UID MOVE 1:* Archive')
      kept = random(4) === 0 ? await freshOf(box) : kept
    }
  },
  20_000 + seeds * 2_000,
)
