import { setTimeout as delay } from 'node:timers/promises'
import { connectSender, type SmtpSender } from './smtp-sender.ts'
import type { TestMail } from './test-mails.ts'

/** What happened to the mails so far. */
export interface Sending {
  /** Mails whose 250 was read. */
  answered: number
  /** Attempts after the first of a mail: no answer was read, or "try later". */
  retried: number
  /** Answers 4xx, by their first two words. */
  later: Map<string, number>
  /** Answers 5xx: there must be none. */
  refused: string[]
}

interface Options {
  mails: number
  connections: number
  mailOf(number: number): TestMail
  /** Called at once for every mail that is through: its 250 was read, or it was refused. */
  onThrough(): void
  /** The SMTP port of this moment; null while the server is down. */
  port(): number | null
}

/** Pushes all mails through; each is tried again with the same bytes until its 250 is read (or it is refused for good). */
export function startSending(options: Options): { state: Sending; done: Promise<void> } {
  const state: Sending = { answered: 0, retried: 0, later: new Map(), refused: [] }
  let next = 0
  const work = async (): Promise<void> => {
    const line = createLine(options.port)
    while (next < options.mails) {
      await sendUntilAnswered(options.mailOf(next++), line, state)
      options.onThrough()
    }
    line.close()
  }
  const done = Promise.all(Array.from({ length: options.connections }, work))
  return { state, done: done.then(() => undefined) }
}

async function sendUntilAnswered(mail: TestMail, line: Line, state: Sending): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    if (attempt > 0) state.retried++
    const answer = await line.send(mail)
    if (answer?.startsWith('250')) {
      state.answered++
      return
    }
    if (answer?.startsWith('5')) {
      state.refused.push(`${mail.subject}: ${answer}`)
      return
    }
    if (answer) {
      const kind = answer.split(' ').slice(0, 2).join(' ')
      state.later.set(kind, (state.later.get(kind) ?? 0) + 1)
    }
    await delay(100)
  }
}

interface Line {
  /** The last answer; null when the connection broke before it came. */
  send(mail: TestMail): Promise<string | null>
  close(): void
}

/** A connection that is opened again whenever it broke. */
function createLine(port: Options['port']): Line {
  let open: SmtpSender | null = null
  return {
    send: async ({ recipients, raw }) => {
      try {
        open ??= await connected(port)
        return await open.send({ sender: 'peer@other.test', recipients, raw })
      } catch (thrown) {
        if (!(thrown instanceof Error)) throw thrown
        // Killed in the middle: whether the mail is there only the server knows.
        open = null
        return null
      }
    },
    close: () => open?.close(),
  }
}

async function connected(port: Options['port']): Promise<SmtpSender> {
  for (;;) {
    const at = port()
    if (at !== null) return connectSender(at)
    await delay(10)
  }
}
