export interface LastingSocket {
  /** What is said while nothing is open is lost. */
  send: (text: string) => void
  isOpen: () => boolean
  /** Tries at once, however long the wait until the next try would be. */
  tryNow: () => void
  /** For good; nothing is heard of it any more. */
  close: () => void
}

interface LastingSocketParts {
  url: () => string
  /** Asked before every try. */
  protocols: () => Promise<string[]>
  onOpen: () => void
  onMessage: (data: unknown) => void
  /** It was lost, or did not come about; the next try follows. */
  onLost: (code: number) => void
}

/** A connection that takes longer is none (ms). */
const patience = 10_000
/** One that was open for so long counts: the next wait is a short one again (ms). */
const steadyAfter = 5_000
const longestWait = 60_000
const growth = 1.6

/** What a browser says of a connection that ended without a word. */
const withoutWord = 1006

/** A WebSocket that comes back with a growing delay. The first one differs, or all would come at once after a restart of the server. */
export function lastingSocket(parts: LastingSocketParts): LastingSocket {
  const shortestWait = 500 + Math.random() * 1500
  let current: { socket: WebSocket | null } | null = null
  let failed = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const giveUp = () => {
    clearTimeout(timer)
    const given = current
    current = null
    given?.socket?.close(1000)
  }
  const lose = (code: number) => {
    giveUp()
    timer = setTimeout(connect, Math.min(shortestWait * growth ** failed++, longestWait))
    parts.onLost(code)
  }
  const connect = () => {
    const own: typeof current = { socket: null }
    current = own
    const loseOwn = (code: number) => current === own && lose(code)
    const begin = (protocols: string[]) => {
      if (current !== own) return
      const socket = new WebSocket(parts.url(), protocols)
      own.socket = socket
      timer = setTimeout(() => loseOwn(withoutWord), patience)
      socket.addEventListener('open', () => {
        if (current !== own) return
        clearTimeout(timer)
        timer = setTimeout(() => {
          failed = 0
        }, steadyAfter)
        parts.onOpen()
      })
      socket.addEventListener('message', ({ data }) => {
        if (current === own) parts.onMessage(data)
      })
      socket.addEventListener('close', ({ code }) => loseOwn(code))
    }
    parts
      .protocols()
      .then(begin)
      .catch(() => loseOwn(withoutWord))
  }
  connect()
  return {
    send: (text) => current?.socket?.send(text),
    isOpen: () => current?.socket?.readyState === WebSocket.OPEN,
    tryNow: () => {
      giveUp()
      failed = 0
      connect()
    },
    close: giveUp,
  }
}
