import type { Socket } from 'node:net'
import { listenByLine } from './listen-by-line.ts'

export interface ScriptedMessage {
  uid: number
  raw: string
  /** What it is said to have; the truth where nothing is said. */
  size?: number
  /** `\\Seen` where nothing is said. */
  flags?: string
  /** Whoever asks for it is cut off. */
  cuts?: boolean
}

export interface ScriptedFolder {
  path: string
  messages: readonly ScriptedMessage[]
  /** UIDVALIDITY; 7 where nothing is said. */
  validity?: number
  /** Instead of opening it. */
  refusal?: string
  saysUidNext?: boolean
}

/** What an IMAP server of somebody else says and does, as a test wants it. */
export interface Script {
  folders: readonly ScriptedFolder[]
  /** To LOGIN, in turn; the last one stays. OK where there is none. `cut`: it hangs up. */
  logins?: string[]
  /** Before the answer to LIST. */
  flood?(socket: Socket): void
  /** It takes lines and says nothing on them. */
  silent?: boolean
  /** Before each message that is handed out. */
  slow?: number
  /** Whoever asks for the bytes of more than so many at once is refused. */
  mostAtOnce?: number
}

/** A server that plays a script over TLS. */
export async function startScriptedSource(key: string, cert: string, script: Script) {
  const counts = { asked: 0, lines: 0, mostLines: 0 }
  const listening = await listenByLine(key, cert, (socket) => {
    if (script.silent) {
      counts.lines++
      return null
    }
    socket.write('* OK hello\r\n')
    return createSession(script, socket, counts)
  })
  return { ...listening, counts }
}

function createSession(
  { folders, logins = [], flood, slow = 0, mostAtOnce = Number.POSITIVE_INFINITY }: Script,
  socket: Socket,
  counts: { asked: number; lines: number; mostLines: number },
) {
  let open: ScriptedFolder | undefined
  let isIn = false
  const answers: Record<string, (words: string[], line: string) => string | null> = {
    CAPABILITY: () => '* CAPABILITY IMAP4rev1\r\n',
    LIST: ([, pattern = '']) => {
      // What is asked for is the delimiter (RFC 9051 §6.3.9).
      if (pattern === '""') return '* LIST (\\Noselect) "/" ""\r\n'
      flood?.(socket)
      return folders.map(({ path }) => `* LIST () "/" "${path}"\r\n`).join('')
    },
    STATUS: ([path = '']) => {
      const found = folders.find((one) => one.path === path.replaceAll('"', ''))
      return `* STATUS ${path} (MESSAGES ${found?.messages.length ?? 0})\r\n`
    },
    EXAMINE: ([path = '']) => {
      open = folders.find((one) => one.path === path.replaceAll('"', ''))
      if (!open || open.refusal !== undefined) return null
      const next = (open.messages.at(-1)?.uid ?? 0) + 1
      const said = open.saysUidNext === false ? '' : `* OK [UIDNEXT ${next}] next\r\n`
      return `* ${open.messages.length} EXISTS\r\n* OK [UIDVALIDITY ${open.validity ?? 7}] valid\r\n${said}`
    },
  }
  const login = (): string | null => {
    const answer = logins.length > 1 ? logins.shift() : logins[0]
    if (answer === 'cut') socket.destroy()
    if (answer !== undefined && answer !== 'OK') return answer
    isIn = true
    counts.mostLines = Math.max(counts.mostLines, ++counts.lines)
    return null
  }
  /** @returns false when it hangs up instead */
  const hand = async (one: ScriptedMessage, sequence: number, line: string): Promise<boolean> => {
    const isWhole = line.includes('BODY')
    if (isWhole && one.cuts) {
      socket.destroy()
      return false
    }
    if (isWhole && slow > 0) await new Promise((go) => setTimeout(go, slow))
    const raw = one.raw.slice(0, Number(/<0\.(\d+)>/.exec(line)?.[1] ?? one.raw.length))
    const about = `UID ${one.uid} FLAGS (${one.flags ?? '\\Seen'}) INTERNALDATE "05-Mar-2021 10:00:00 +0000"`
    const what = isWhole
      ? `BODY[]<0> {${raw.length}}\r\n${raw}`
      : `RFC822.SIZE ${one.size ?? one.raw.length}`
    socket.write(`* ${sequence} FETCH (${about} ${what})\r\n`)
    return true
  }
  /** @returns false when it is refused */
  const fetch = async (set: string, line: string, byUid: boolean): Promise<boolean> => {
    counts.asked++
    const ranges = set.split(',').map((range) => range.split(':').map(Number))
    if (line.includes('BODY') && ranges.length > mostAtOnce) return false
    for (const [index, one] of (open?.messages ?? []).entries()) {
      const at = byUid ? one.uid : index + 1
      const isIn = ranges.some(([from = 0, to = from]) => at >= from && at <= to)
      if (isIn && !(await hand(one, index + 1, line))) return true
    }
    return true
  }
  const fetched = async (verb: string, [set = '', uidSet = '']: string[], line: string) => {
    if (verb === 'FETCH') return fetch(set, line, false)
    return verb === 'UID' ? fetch(uidSet, line, true) : true
  }
  return {
    end: () => {
      if (isIn) counts.lines--
    },
    take: async (line: string): Promise<void> => {
      const [tag = '', first = '', ...rest] = line.split(' ')
      const verb = first.toUpperCase()
      if (verb === 'LOGIN') return void socket.write(`${tag} ${login() ?? 'OK in'}\r\n`)
      if (!(await fetched(verb, rest, line)))
        return void socket.write(`${tag} NO [LIMIT] too many\r\n`)
      const said = answers[verb]?.(rest, line)
      if (said === null) return void socket.write(`${tag} ${open?.refusal ?? 'NO'}\r\n`)
      if (socket.writable) socket.write(`${said ?? ''}${tag} OK done\r\n`)
    },
  }
}
