import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { connectSender } from '../durability/smtp-sender.ts'
import { type Attack, inParallel, type Means, someOf } from './attack.ts'
import { imapIn, type Line, type Owner, oneCase, openLine, ownerOf, popIn } from './program-line.ts'

/** Judges what a door of programs said: a refusal and a hang-up are answers, its own failure and silence are none. */
function judgeSaid({ tally }: Means, what: string, said: string): void {
  tally.cases++
  if (/SERVERBUG|SYS\/TEMP\] Something/.test(said))
    tally.failures.push(`${what}: ${said.slice(-80)}`)
}

const many = (text: string, count: number): string => text.repeat(count)
const literal = (text: string): string => `{${text.length}+}\r\n${text}`
const odd = (count: number): string => Array.from({ length: count }, (_, n) => 2 * n + 1).join(',')
const mailOf = (size: number): string => `Subject: x\r\n\r\n${many('y', size)}\r\n`

/** What somebody who is in may say in one command of IMAP; INBOX is open. */
const commands: readonly { name: string; make(): string }[] = [
  {
    name: 'a hundred literals',
    make: () =>
      `APPEND Drafts ${Array(40)
        .fill(literal(mailOf(250_000)))
        .join(' ')}`,
  },
  {
    name: 'literals of SEARCH',
    make: () => `SEARCH${many(` SUBJECT ${literal(many('z', 60_000))}`, 99)}`,
  },
  { name: 'a literal without end', make: () => `APPEND Drafts {99999999999+}` },
  { name: 'a literal that is said to be large', make: () => `APPEND Drafts {99999999}` },
  { name: 'parentheses of SEARCH', make: () => `SEARCH ${many('(', 400_000)}ALL` },
  { name: 'parentheses of FETCH', make: () => `FETCH 1 ${many('(', 400_000)}FLAGS` },
  { name: 'parentheses of LIST', make: () => `LIST ${many('(', 200_000)} "" *` },
  { name: 'parentheses of STORE', make: () => `STORE 1 FLAGS ${many('(', 200_000)}` },
  { name: 'NOT of NOT', make: () => `SEARCH ${many('NOT ', 200_000)}ALL` },
  { name: 'OR of OR', make: () => `SEARCH ${many('OR ', 200_000)}ALL` },
  { name: '100,000 numbers', make: () => `FETCH ${odd(100_000)} (FLAGS)` },
  { name: '100,000 UIDs', make: () => `UID FETCH ${odd(100_000)} (FLAGS)` },
  { name: '100,000 numbers to search', make: () => `SEARCH ${odd(100_000)}` },
  { name: '100,000 UIDs to change', make: () => `UID STORE ${odd(100_000)} +FLAGS (\\Seen)` },
  { name: '50,000 ranges over all', make: () => `UID FETCH ${many('1:*,', 50_000)}1 (FLAGS)` },
  { name: '400 keys', make: () => `SEARCH ${many('TEXT "a b c d e" ', 400)}ALL` },
  { name: 'a long word', make: () => `SEARCH TEXT ${literal(many('w ', 30_000))}` },
  { name: 'header fields', make: () => `SEARCH ${many('HEADER X-A b ', 20)}ALL` },
  {
    name: 'SORT by much',
    make: () => `SORT (SUBJECT FROM TO CC DATE ARRIVAL SIZE DISPLAYFROM DISPLAYTO) UTF-8 ALL`,
  },
  { name: 'SORT by the same', make: () => `SORT (${many('SUBJECT ', 50_000).trim()}) UTF-8 ALL` },
  { name: 'THREAD', make: () => `THREAD REFERENCES UTF-8 ALL` },
  {
    name: 'overlapping pieces',
    make: () =>
      `FETCH 1:* (${Array.from({ length: 200 }, (_, n) => `BODY.PEEK[]<${n}.9000000>`).join(' ')})`,
  },
  { name: 'a deep part', make: () => `FETCH 1 (BODY.PEEK[${many('1.', 100_000)}1])` },
  {
    name: 'a hundred fields',
    make: () => `FETCH 1:* (BODY.PEEK[HEADER.FIELDS (${many('X-A ', 100_000).trim()})])`,
  },
  {
    name: 'keywords',
    make: () => `STORE 1 +FLAGS (${Array.from({ length: 50_000 }, (_, n) => `k${n}`).join(' ')})`,
  },
  { name: 'wildcards', make: () => `LIST "" ${literal(many('%*', 20_000))}` },
  { name: 'stars between letters', make: () => `LIST "" "${many('*a', 500)}b"` },
  { name: 'a deep folder', make: () => `CREATE ${many('a/', 2_000)}a` },
  { name: 'what it is', make: () => `ID (${many('"a" "b" ', 50_000).trim()})` },
  { name: 'a long line', make: () => many('x', 3_000_000) },
  { name: 'bytes of no meaning', make: () => randomBytes(500_000).toString('latin1') },
  { name: 'QRESYNC of much', make: () => `SELECT INBOX (QRESYNC (1 1 ${odd(100_000)}))` },
  {
    name: 'STATUS of many',
    make: () => `LIST "" * RETURN (STATUS (MESSAGES UNSEEN SIZE DELETED))`,
  },
  { name: 'a bomb of DEFLATE', make: () => 'COMPRESS DEFLATE' },
]

/** Every command by three programs of one person at once. */
const floods: Attack = {
  name: 'programs: commands of IMAP',
  people: 1,
  run: async (means) => {
    const owner = await ownerOf(means)
    await deliver(means, owner, Array(20).fill(mailOf(20_000)))
    const some = someOf(commands, means.effort).flatMap((one) => [one, one, one])
    // Those that wait for the rest of a literal are over when the next line comes as one.
    const ends = /^c (?:OK|NO|BAD)|^\* BYE|^\* BAD|^\+ /m
    await inParallel(some, 6, ({ name, make }) =>
      oneCase(means, name, async () => {
        const line = await imapIn(owner)
        line.write(`s SELECT INBOX\r\nc ${make()}\r\n`)
        if (name.includes('DEFLATE')) line.write(many('\0', 1_000_000))
        judgeSaid(means, name, await line.until(ends))
        line.close()
      }),
    )
  },
}

const popCommands: readonly { name: string; make(): string }[] = [
  { name: 'a long line', make: () => many('x', 1_000_000) },
  { name: 'a thousand RETR', make: () => many('RETR 1\r\n', 1_000) },
  { name: 'a thousand UIDL', make: () => many('UIDL\r\n', 1_000) },
  { name: 'TOP of much', make: () => many('TOP 1 99999999999\r\n', 300) },
  { name: 'AUTH of much', make: () => `AUTH PLAIN ${many('A', 500_000)}` },
  { name: 'bytes of no meaning', make: () => randomBytes(500_000).toString('latin1') },
]

const popFloods: Attack = {
  name: 'programs: commands of POP3',
  people: 1,
  run: async (means) => {
    const owner = await ownerOf(means)
    await deliver(means, owner, Array(2).fill(mailOf(20_000)))
    const ends = /\+OK Goodbye|-ERR \[SYS\/TEMP\]|-ERR .*too long/
    for (const { name, make } of someOf(popCommands, means.effort))
      await oneCase(means, name, async () => {
        const line = await popIn(owner)
        line.write(`${make()}\r\nQUIT\r\n`)
        judgeSaid(means, name, await line.until(ends))
        line.close()
        await delay(50)
      })
  },
}

/** Mails that name a hundred others each, and whoever asks for threads and orders of them, again and again. */
const threads: Attack = {
  name: 'programs: THREAD of hostile references',
  people: 1,
  run: async (means) => {
    const owner = await ownerOf(means)
    const line = await imapIn(owner)
    const mails = Math.max(50, Math.floor(2_000 / means.effort.every))
    const id = () => `<${randomBytes(100).toString('hex')}@x>`
    for (let done = 0; done < mails; done += 50) {
      const some = Array.from({ length: 50 }, (_, n) => {
        const references = Array.from({ length: 100 }, id).join('\r\n ')
        return literal(
          `Subject: ${n}\r\nMessage-ID: ${id()}\r\nReferences: ${references}\r\n\r\nx\r\n`,
        )
      })
      line.write(`a${done} APPEND Archive ${some.join(' ')}\r\n`)
      judgeSaid(means, 'APPEND', await line.until(new RegExp(`^a${done} (?:OK|NO|BAD)`, 'm')))
    }
    line.close()
    const asking = [
      'THREAD REFERENCES UTF-8 ALL',
      'SORT (TO CC) UTF-8 ALL',
      'THREAD ORDEREDSUBJECT UTF-8 ALL',
    ]
    await inParallel([...asking, ...asking, ...asking], 6, (command) =>
      oneCase(means, command, async () => {
        const one = await imapIn(owner)
        one.write(`s SELECT Archive\r\nc ${command}\r\n`)
        judgeSaid(means, command, await one.until(/^c (?:OK|NO|BAD)/m))
        one.close()
      }),
    )
  },
}

/** Forty programs that fetch the largest mail and read nothing of it, and one of POP3. */
const absentPrograms: Attack = {
  name: 'programs: readers that read nothing',
  people: 2,
  run: async (means) => {
    const lines: Line[] = []
    for (const person of means.people) {
      const owner = await ownerOf({ ...means, people: [person] })
      await deliver(means, owner, [`Subject: large\r\n\r\n${largeText()}`])
      const ways = Array.from({ length: 20 }, () => imapIn)
      for (const way of [...ways, popIn]) {
        const line = await way(owner)
        line.pause()
        line.write(way === popIn ? 'RETR 1\r\n' : 's SELECT INBOX\r\nc FETCH * (BODY.PEEK[])\r\n')
        lines.push(line)
      }
    }
    await delay(means.effort.slowMs)
    for (const line of lines) line.close()
    means.tally.cases += lines.length
  },
}

/** Noise, so that it does not pack. */
const largeText = (): string => randomBytes(22_000_000).toString('hex').replace(/.{76}/g, '$&\r\n')

async function deliver(
  { product, tally }: Means,
  { person }: Owner,
  mails: readonly string[],
): Promise<void> {
  const sender = await connectSender(product.smtpPort)
  for (const mail of mails) {
    const raw = Buffer.from(mail, 'latin1')
    const answer = await sender.send({ sender: 'x@other.test', recipients: [person.address], raw })
    if (/^[^245]/.test(answer)) tally.failures.push(`deliver: ${answer.slice(0, 60)}`)
  }
  sender.close()
}

/** Programs that say a byte a second: before the login, in a command, in a message. */
const slowPrograms: Attack = {
  name: 'programs: a byte a second',
  people: 1,
  run: async (means) => {
    const owner = await ownerOf(means)
    const { doors } = owner
    const strangers = [doors.imap, doors.pop3, doors.submission].flatMap((port) =>
      Array.from({ length: 40 }, (_, n) => openLine({ port, tls: false, from: `127.0.${n}.7` })),
    )
    const inside = Array.from({ length: 10 }, async (_, n) => {
      const line = await imapIn(owner)
      line.write(n % 2 === 0 ? 'c APPEND Drafts {60000000}\r\nSubject: ' : 'c SEARCH SUBJECT "')
      return line
    })
    const lines = await Promise.all([...strangers, ...inside])
    const until = Date.now() + means.effort.slowMs
    while (Date.now() < until) {
      for (const line of lines) line.write('a')
      await delay(1_000)
    }
    for (const line of lines) line.close()
    means.tally.cases += lines.length
  },
}

export const programAttacks: readonly Attack[] = [
  floods,
  popFloods,
  threads,
  absentPrograms,
  slowPrograms,
]
