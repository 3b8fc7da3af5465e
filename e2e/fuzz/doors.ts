import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { corpora, type DoorName, linesOf } from './lines.ts'

/** Somebody with a code. */
export interface Owner {
  address: string
  code: string
}

export interface Ports {
  port: number
  tlsPort: number
}

interface Door {
  /** What the server says first, and what is said and waited for before the lines. */
  greeting: RegExp
  enter(owner: Owner): readonly (readonly [said: string, answer: RegExp])[]
  /** Ends whatever the lines have begun. */
  end: string
  /** A line that answers one. */
  answer: RegExp
}

const plain = ({ address, code }: Owner): string =>
  Buffer.from(`\0${address}\0${code}`).toString('base64')

const doors: Record<DoorName, Door> = {
  imap: {
    greeting: /^\* OK/m,
    enter: ({ address, code }) => [
      [`l LOGIN ${address} ${code}`, /^l OK/m],
      ['s SELECT INBOX', /^s OK/m],
    ],
    // IDLE, a continuation of AUTHENTICATE and a literal may each wait for something.
    end: `\r\nDONE\r\n*\r\n${'z LOGOUT\r\n'.repeat(12)}`,
    answer: /^(?:\* BAD|(?!\*)\S{1,300} (?:OK|NO|BAD)) /,
  },
  pop3: {
    greeting: /^\+OK/m,
    enter: (owner) => [[`AUTH PLAIN ${plain(owner)}`, /^\+OK \d+ messages/m]],
    end: `\r\n*\r\nRSET\r\n${'QUIT\r\n'.repeat(4)}`,
    answer: /^(?:\+OK|-ERR)/,
  },
  submission: {
    greeting: /^220 /m,
    enter: (owner) => [
      ['EHLO x', /^250 /m],
      [`AUTH PLAIN ${plain(owner)}`, /^235 /m],
    ],
    end: `\r\n*\r\n.\r\n${'RSET\r\n'.repeat(3)}${'QUIT\r\n'.repeat(4)}`,
    answer: /^[2-5]\d\d /,
  },
}

/** More than any literal that is waited for, but for a message. */
const filler = 'QUIT\r\nz LOGOUT\r\n'.repeat(5_000)
/** Silence after which the lines, which may announce more bytes than there are, are helped to an end, or cut (ms). */
const helpedAfter = 300
const cutAfter = 1_500
const patience = 60_000

export interface Visit {
  door: DoorName
  ports: Ports
  /** Null: a stranger. */
  owner: Owner | null
  seed: number
  lines: number
}

export interface Visited {
  /** Lines that were answered. */
  answers: number
  /** It waited for bytes that were announced and did not come. */
  wasCut: boolean
  /** What no server says of lines, however wrong they are. */
  broken: string[]
}

const brokenWords = /SERVERBUG|Something went wrong|\bundefined\b|\[object /

/** A program that says its lines and goes. @throws where the door does not let it in */
export async function visit({ door: name, ports, owner, seed, lines }: Visit): Promise<Visited> {
  const door = doors[name]
  const line = await entered(() => open(ports, { owner, seed, door }), door, owner)
  try {
    const from = line.answers()
    const corpus = corpora[name](owner?.address ?? 'fuzz@example.test')
    const text = linesOf(corpus, lines, seed).join('\r\n') + door.end
    // Lines are whole wherever they are cut.
    const cut = seed % 3 === 0 ? (seed * 7_919) % text.length : text.length
    line.write(text.slice(0, cut))
    if (cut < text.length) await new Promise((resolve) => setImmediate(resolve))
    line.write(text.slice(cut))
    const wasCut = !(await line.ended())
    return { answers: line.answers() - from, wasCut, broken: line.broken }
  } finally {
    line.close()
  }
}

/** A mailbox is one program's by POP3: the one before may not be quite gone. */
const tries = 100

async function entered(again: () => Line, door: Door, owner: Owner | null): Promise<Line> {
  for (let left = tries; ; left--) {
    const line = again()
    try {
      await line.until(door.greeting)
      for (const [said, answer] of owner ? door.enter(owner) : []) {
        line.write(`${said}\r\n`)
        await line.until(answer)
      }
      return line
    } catch (thrown) {
      line.close()
      if (!(thrown instanceof InUse) || left === 0) throw thrown
      await delay(100)
    }
  }
}

class InUse extends Error {}

type Line = ReturnType<typeof open>

function open(
  { port, tlsPort }: Ports,
  { owner, seed, door }: { owner: Owner | null; seed: number; door: Door },
) {
  // A stranger may say all in the open, so that STARTTLS is among what it says.
  const isOpen = owner === null && seed % 2 === 0
  // Wrong codes of strangers are counted by network, and each comes from one of its own.
  const from = owner ? '127.0.0.1' : `127.${2 + (seed % 240)}.${(seed >> 8) & 255}.9`
  const to = { host: '127.0.0.1', localAddress: from }
  const socket: Socket = isOpen
    ? connect({ ...to, port })
    : connectTls({ ...to, port: tlsPort, rejectUnauthorized: false })
  socket.setNoDelay(true)
  const broken: string[] = []
  let answers = 0
  let rest = ''
  let recent = ''
  let heardAt = performance.now()
  let isClosed = false
  let wake: () => void = () => undefined
  socket.on('data', (chunk) => {
    heardAt = performance.now()
    const text = chunk.toString('latin1')
    recent = (recent + text).slice(-4_096)
    const whole = (rest + text).split('\r\n')
    rest = whole.pop()?.slice(-4_096) ?? ''
    for (const one of whole) {
      if (!door.answer.test(one)) continue
      answers++
      if (brokenWords.test(one)) broken.push(one.slice(0, 200))
    }
    wake()
  })
  const over = (): void => {
    isClosed = true
    wake()
  }
  socket.on('error', over)
  socket.on('close', over)
  const news = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const silentFor = (): number => performance.now() - heardAt
  return {
    broken,
    answers: () => answers,
    write: (text: string) => void (isClosed || socket.write(text, 'latin1')),
    close: () => void socket.destroy(),
    until: async (pattern: RegExp): Promise<void> => {
      const since = performance.now()
      while (!pattern.test(recent)) {
        if (/^-ERR \[IN-USE\]/m.test(recent)) throw new InUse()
        if (isClosed || performance.now() - since > patience)
          throw new Error(`no ${pattern} after ${JSON.stringify(recent.slice(-200))}`)
        await news(1_000)
      }
      recent = ''
    },
    /** @returns whether the server hung up by itself */
    ended: async (): Promise<boolean> => {
      heardAt = performance.now()
      let isHelped = false
      while (!isClosed) {
        await news(50)
        if (silentFor() > cutAfter) return false
        if (!isHelped && silentFor() > helpedAfter) {
          isHelped = true
          if (!isClosed) socket.write(filler, 'latin1')
        }
      }
      return true
    },
  }
}
