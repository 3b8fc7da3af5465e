import type { ImapClient } from '../support/imap-client.ts'
import type { Figure } from '../support/stats.ts'
import { compared, enter, fill, literalOf, type Side } from './sides.ts'

const messageBytes = 4_000
const changed = 1_000
const rounds = 5
const appended = 50

interface Round {
  side: Side
  address: string
  round: number
}

interface Task {
  name: string
  size: number
  /** @returns ms */
  run(client: ImapClient, round: Round): Promise<number>
  /** Puts back what was changed; not counted. */
  undo?(client: ImapClient): Promise<unknown>
  /** Ours against theirs: no more than this. */
  limit: number
}

/** What one line asks for, of so many messages. */
const line = (size: number, text: string, name = text): Task => ({
  name,
  size,
  limit: 1,
  run: (client) => client.ask(text),
})

const headers = '(From To Cc Bcc Subject Date Message-ID Priority References In-Reply-To Reply-To)'

/** Ours has an index of words. */
const byIndex = 0.05

const tasksOf = (count: number): Task[] => [
  {
    name: 'LOGIN and SELECT',
    size: count,
    limit: 1,
    run: async (_client, { side, address }) => loginAndSelect(side, address, 'INBOX'),
  },
  line(count, 'SELECT INBOX', 'SELECT again'),
  line(count, 'FETCH 1:* (FLAGS)'),
  line(count, 'UID FETCH 1:* (FLAGS)'),
  line(count, 'FETCH 1:* (UID FLAGS ENVELOPE)'),
  // What programs ask of a mailbox that they see for the first time.
  line(
    count,
    `UID FETCH 1:* (UID RFC822.SIZE FLAGS INTERNALDATE BODYSTRUCTURE BODY.PEEK[HEADER.FIELDS ${headers}])`,
    'FETCH of header fields, BODYSTRUCTURE, size, date',
  ),
  line(count, 'FETCH 1:* (UID RFC822.SIZE INTERNALDATE FLAGS)'),
  line(changed, `FETCH 1:${changed} (BODY.PEEK[])`, 'FETCH BODY.PEEK[]'),
  {
    ...line(changed, `STORE 1:${changed} +FLAGS (\\Flagged)`, 'STORE +FLAGS (\\Flagged)'),
    undo: (client) => client.ask(`STORE 1:${changed} -FLAGS (\\Flagged)`),
  },
  {
    ...line(changed, `STORE 1:${changed} +FLAGS (\\Seen)`, 'STORE +FLAGS (\\Seen)'),
    undo: (client) => client.ask(`STORE 1:${changed} -FLAGS (\\Seen)`),
  },
  {
    ...line(changed, `MOVE 1:${changed} Other`, 'MOVE'),
    undo: async (client) => {
      await client.ask('SELECT Other')
      await client.ask(`MOVE 1:${changed} INBOX`)
      await client.ask('SELECT INBOX')
    },
  },
  { ...line(count, 'SEARCH SUBJECT budget', 'SEARCH SUBJECT'), limit: byIndex },
  { ...line(count, 'SEARCH BODY telemetry', 'SEARCH BODY'), limit: byIndex },
  line(count, 'UID SORT (REVERSE DATE) UTF-8 ALL', 'UID SORT (REVERSE DATE)'),
  line(count, 'UID THREAD REFERENCES UTF-8 ALL', 'UID THREAD REFERENCES'),
  {
    name: 'APPEND',
    size: 1,
    limit: 1,
    run: async (client, { round }) => {
      const first = 1_000_000 + round * appended
      const since = performance.now()
      for (let turn = 0; turn < appended; turn++)
        await client.ask(`APPEND Drafts ${literalOf(first + turn, messageBytes)}`)
      return (performance.now() - since) / appended
    },
  },
]

/** From the connection to the mailbox. @returns ms */
export async function loginAndSelect(
  side: Side,
  address: string,
  mailbox: string,
): Promise<number> {
  const since = performance.now()
  const client = await enter(side, address)
  await client.ask(`SELECT ${mailbox}`)
  client.close()
  return performance.now() - since
}

/** What programs do all day, on both sides by turns. */
export async function commands(
  sides: readonly Side[],
  { address, count }: { address: string; count: number },
): Promise<Figure[]> {
  const clients = new Map<Side, ImapClient>()
  for (const side of sides) {
    const client = await enter(side, address)
    await fill(client, { mailbox: 'INBOX', count, size: messageBytes })
    for (const one of ['Other', 'Drafts']) await client.ask(`CREATE ${one}`).catch(() => 0)
    await client.ask('SELECT INBOX')
    clients.set(side, client)
  }
  const figures: Figure[] = []
  for (const task of tasksOf(count)) {
    const samples = new Map<Side, number[]>(sides.map((side) => [side, []]))
    for (let round = 0; round <= rounds; round++)
      for (const [side, client] of clients) {
        const ms = await task.run(client, { side, address, round })
        await task.undo?.(client)
        // The first round fills what each keeps.
        if (round > 0) samples.get(side)?.push(ms)
      }
    figures.push(...compared(task, samples))
  }
  for (const client of clients.values()) client.close()
  return figures
}
