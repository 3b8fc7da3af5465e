import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { clientAccess } from '@hongyan/contract/client-access'
import { password } from '../durability/product.ts'
import type { Means, Person } from './attack.ts'

/** What the case needs did not come: nothing on a line that is open, or no way in. */
export class NoAnswer extends Error {}

/** The line of a hostile mail program. Texts are bytes as characters (latin1). */
export interface Line {
  write(text: string): void
  /** What came last up to a text that fits, or up to the end of the line. @throws NoAnswer */
  until(pattern: RegExp): Promise<string>
  /** Goes on in TLS. */
  secure(): Promise<void>
  pause(): void
  close(): void
}

export interface To {
  port: number
  tls: boolean
  /** Strangers come from many networks. */
  from?: string
}

/** Silence of a server beside so many attacks: a thousand answers may take longer than that, as long as they come. */
const patience = 60_000
const longest = 300_000
const turn = 1_000
/** Of an answer of many megabytes the end is looked at. */
const mostKept = 256 * 1024

export async function openLine({ port, tls, from = '127.0.0.1' }: To): Promise<Line> {
  const plain = connect({ port, host: '127.0.0.1', localAddress: from })
  let socket: Socket = plain
  let text = ''
  let isClosed = false
  let heardAt = 0
  let wake: () => void = () => undefined
  const end = (): void => {
    isClosed = true
    wake()
  }
  const hear = (): void => {
    socket.on('data', (chunk) => {
      text = (text + chunk.toString('latin1')).slice(-mostKept)
      heardAt = Date.now()
      wake()
    })
    socket.on('error', end)
    socket.on('close', end)
  }
  const news = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const waitFor = async (isThere: () => boolean, what: string): Promise<void> => {
    let silent = 0
    let waited = 0
    while (!isClosed && !isThere()) {
      if (silent >= patience || waited >= longest) {
        socket.destroy()
        throw new NoAnswer(`no answer to ${what}, after ${JSON.stringify(text.slice(-80))}`)
      }
      const since = Date.now()
      await news(turn)
      // A turn that took longer is this process's own lateness, not the server's silence.
      const took = Math.min(Date.now() - since, turn)
      waited += took
      silent = heardAt >= since ? 0 : silent + took
    }
  }
  const secure = async (): Promise<void> => {
    if (isClosed) return
    plain.removeAllListeners('data')
    let isSecure = false
    socket = connectTls({ socket: plain, rejectUnauthorized: false }, () => {
      isSecure = true
      wake()
    })
    hear()
    await waitFor(() => isSecure, 'TLS')
  }
  hear()
  if (tls) await secure()
  return {
    secure,
    write: (more) => void (isClosed || socket.write(more, 'latin1')),
    until: async (pattern) => {
      await waitFor(() => pattern.test(text), String(pattern))
      const heard = text
      text = ''
      return heard
    },
    pause: () => void socket.pause(),
    close: () => void socket.destroy(),
  }
}

/** One case of many: where nothing is answered it has failed, and the others go on. */
export async function oneCase(
  { tally }: Pick<Means, 'tally'>,
  what: string,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work()
  } catch (thrown) {
    if (!(thrown instanceof NoAnswer)) throw thrown
    tally.cases++
    tally.failures.push(`${what}: ${thrown.message}`)
  }
}

/** Where programs come in. */
interface Doors {
  imap: number
  imaps: number
  pop3: number
  pop3s: number
  submission: number
}

async function doorsOf({ api }: Person): Promise<Doors> {
  const { protocols } = await api.get(clientAccess.detail, {})
  const at = (name: string) => protocols.find(({ protocol }) => protocol === name)
  return {
    imap: at('imap')?.port ?? 0,
    imaps: at('imap')?.tlsPort ?? 0,
    pop3: at('pop3')?.port ?? 0,
    pop3s: at('pop3')?.tlsPort ?? 0,
    submission: at('smtp')?.port ?? 0,
  }
}

/** A person makes three codes a day, and attacks are many. */
const codes = new Map<string, Promise<string>>()

function codeOf({ address, api }: Person): Promise<string> {
  const made = codes.get(address) ?? makeCode(api)
  codes.set(address, made)
  return made
}

async function makeCode(api: Person['api']): Promise<string> {
  await api.get(clientAccess.stateByUser, { state: 1, password })
  return (await api.get(clientAccess.generatePassword, {})).password
}

/** Somebody of the attack with programs. @throws where it has nobody */
export async function ownerOf({ people }: Means) {
  const [person] = people
  if (!person) throw new Error('nobody to attack as')
  const doors = await doorsOf(person)
  if (Object.values(doors).includes(0)) throw new NoAnswer('a door of programs is closed')
  return { person, code: await codeOf(person), doors }
}

export type Owner = Awaited<ReturnType<typeof ownerOf>>

/** A program of IMAP that is in. */
export async function imapIn({ person, code, doors }: Owner): Promise<Line> {
  const line = await openLine({ port: doors.imaps, tls: true })
  line.write(`l LOGIN ${person.address} ${code}\r\n`)
  mustBeIn(await line.until(/^l (?:OK|NO|BAD).*\r\n/m), /^l (?:OK|NO \[LIMIT\])/m)
  return line
}

export async function popIn({ person, code, doors }: Owner): Promise<Line> {
  const line = await openLine({ port: doors.pop3s, tls: true })
  await line.until(/^\+OK/)
  line.write(`USER ${person.address}\r\nPASS ${code}\r\n`)
  mustBeIn(await line.until(/\+OK Go on\r\n[+-].*\r\n/), /\+OK \d+ messages|-ERR \[IN-USE\]/)
  return line
}

/** A mailbox may have enough of programs; an attack from outside of it would show nothing. */
function mustBeIn(said: string, wanted: RegExp): void {
  if (!wanted.test(said)) throw new NoAnswer(`not let in: ${JSON.stringify(said.slice(-80))}`)
}

/** A program at the door of submission, in TLS. @returns it with what was said to its name and code */
export async function smtpIn(
  to: Omit<To, 'tls'>,
  { name, code }: { name: string; code: string },
): Promise<{ line: Line; answer: string }> {
  const line = await openLine({ ...to, tls: false })
  const ask = async (command: string): Promise<string> => {
    line.write(command)
    return line.until(/^[2-5]\d\d .*\r\n/m)
  }
  for (const command of ['', 'EHLO x\r\n', 'STARTTLS\r\n']) await ask(command)
  await line.secure()
  await ask('EHLO x\r\n')
  const plain = Buffer.from(`\0${name}\0${code}`).toString('base64')
  return { line, answer: await ask(`AUTH PLAIN ${plain}\r\n`) }
}
