import type { Socket } from 'node:net'
import { type LineSession, listenByLine } from './listen-by-line.ts'

export interface ScriptedDrop {
  /** Its unique id; null: UIDL leaves it out. */
  id: string | null
  raw: string
  /** LIST leaves it out. */
  isUnlisted?: boolean
  /** What LIST says it has; the truth where nothing is said. */
  size?: number
  /** It is listed and never handed out. */
  isRefused?: boolean
}

/** What a POP3 server of somebody else says and does, as a test wants it. */
export interface Pop3Script {
  messages: readonly ScriptedDrop[]
  /** The line is cut in the middle of each message that is the so-manieth to be handed out. */
  cutsAt?: readonly number[]
  /** It knows no TOP (RFC 1939 §7: optional). */
  knowsTop?: boolean
  /** To PASS, in turn; the last one stays. */
  logins?: string[]
}

/** A POP3 server that plays a script over TLS. */
export async function startScriptedPop3(key: string, cert: string, script: Pop3Script) {
  const counts = { retrieved: 0, tops: 0, logins: 0 }
  const listening = await listenByLine(key, cert, (socket) => {
    socket.write('+OK hello\r\n')
    return sessionOf(script, socket, counts)
  })
  return { ...listening, counts }
}

const linesOf = (text: string): string => `${text.replace(/^\./gm, '..')}.\r\n`

function sessionOf(
  { messages, cutsAt = [], knowsTop = true, logins = ['+OK in'] }: Pop3Script,
  socket: Socket,
  counts: { retrieved: number; tops: number; logins: number },
): LineSession {
  const listOf = (word: (one: ScriptedDrop) => string | number | null): string =>
    messages
      .map((one, at) => ({ at: at + 1, said: word(one) }))
      .flatMap(({ at, said }) => (said === null ? [] : `${at} ${said}\r\n`))
      .join('')
  const retrieve = (number: number): string | null => {
    const one = messages[number - 1]
    if (!one || one.isRefused) return '-ERR not this one\r\n'
    const answer = `+OK\r\n${linesOf(one.raw)}`
    if (!cutsAt.includes(++counts.retrieved)) return answer
    socket.write(answer.slice(0, answer.length / 2))
    socket.destroy()
    return null
  }
  const top = (number: number): string => {
    counts.tops++
    const head = messages[number - 1]?.raw.split('\r\n\r\n')[0] ?? ''
    return knowsTop ? `+OK\r\n${linesOf(`${head}\r\n\r\n`)}` : '-ERR what?\r\n'
  }
  const login = (): string => {
    counts.logins++
    return `${(logins.length > 1 ? logins.shift() : logins[0]) ?? '+OK'}\r\n`
  }
  const answers: Record<string, (number: number) => string | null> = {
    USER: () => '+OK\r\n',
    PASS: login,
    LIST: () =>
      `+OK\r\n${listOf((one) => (one.isUnlisted ? null : (one.size ?? one.raw.length)))}.\r\n`,
    UIDL: () => `+OK\r\n${listOf((one) => one.id)}.\r\n`,
    RETR: retrieve,
    TOP: top,
  }
  return {
    take: async (line) => {
      const [verb = '', number = ''] = line.split(' ')
      const answer = (answers[verb.toUpperCase()] ?? (() => '+OK\r\n'))(Number(number))
      if (answer !== null && socket.writable) socket.write(answer)
    },
  }
}
