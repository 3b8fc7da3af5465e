import type { Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import { type Channel, createChannel } from '../shared/channel.ts'
import { channelBinding } from '../shared/channel-binding.ts'
import { createOutput, type Output, OutputClosed } from '../shared/output.ts'
import type { ProgramConnection } from '../shared/program-doors.ts'
import { capabilitiesOf } from './commands/capability.ts'
import { createInput, type Input } from './input.ts'
import type { ImapLimits } from './limits.ts'
import { obey } from './obey.ts'
import type { ImapDeps, Session } from './session.ts'
import { createCommandReader } from './wire/command-reader.ts'

/** One open program. */
export interface ImapConnection extends ProgramConnection {
  /** The mailbox has changed. */
  touch(): void
}

interface Options {
  socket: Socket
  /** TLS from the first byte. */
  isSecure: boolean
  tls: SecureContext
  deps: ImapDeps
  limits: ImapLimits
}

/** Who is in is asked anew before a command, but not for each of a quick row. */
const trustedMs = 1_000

export function createConnection(options: Options): ImapConnection {
  const { deps, limits } = options
  const remoteAddress = options.socket.remoteAddress ?? ''
  const opened = performance.now()
  const state: State = {
    isLeaving: false,
    upgrades: false,
    compresses: false,
    news: () => undefined,
  }
  const reader = createCommandReader()
  const channel = createChannel({
    ...options,
    reader,
    log: deps.log,
    onClose: () => state.news(),
  })
  const output = createOutput(channel.socket, limits)
  const end = (text: string): void => {
    state.isLeaving = true
    output.end(text)
  }
  const { more } = channel
  const account = () => (session.login ? String(session.login.accountId) : null)
  const input = createInput({ reader, output, limits, memory: deps.memory, account, more, end })
  const session = createSession({ deps, limits, remoteAddress, channel, output, input, state })
  const isOut = async (): Promise<boolean> => {
    if (!session.login || (await deps.clientAccess.isAlive(session.login))) return false
    end('* BYE Log in again\r\n')
    return true
  }
  return {
    remoteAddress,
    account: () => session.login?.accountId ?? null,
    session: () => session.login?.sessionId ?? null,
    waited: () => (session.login ? 0 : performance.now() - opened),
    touch: () => {
      session.selected?.touch()
      state.news()
    },
    recheck: async () => void (await isOut()),
    endOverdue: () => {
      const times = { opened, lastHeard: channel.lastHeard(), limits }
      const why = input.overdue() ?? silence(session, times)
      if (why) end(`* BYE ${why}\r\n`)
    },
    end: (why) => end(`* BYE ${why}\r\n`),
    run: async () => {
      try {
        await speak({ session, channel, output, input, state, limits, isOut, end })
      } catch (thrown) {
        if (!(thrown instanceof OutputClosed) || thrown.cause)
          deps.log.error({ err: thrown }, 'an IMAP connection broke')
      } finally {
        input.done()
        void session.reading?.close()
        output.end('')
      }
    },
  }
}

interface State {
  /** Nothing more is read. */
  isLeaving: boolean
  /** TLS begins behind this command, or compression. */
  upgrades: boolean
  compresses: boolean
  /** Wakes who is idle. */
  news(): void
}

interface Parts {
  channel: Channel
  output: Output
  input: Input
  state: State
  limits: ImapLimits
}

interface SessionParts extends Parts {
  deps: ImapDeps
  remoteAddress: string
}

function createSession({ deps, limits, remoteAddress, state, ...parts }: SessionParts): Session {
  const { channel, output, input } = parts
  const session: Session = {
    deps,
    output,
    ip: remoteAddress,
    isSecure: channel.isSecure,
    channelBinding: (kind) => channelBinding(channel.socket(), kind),
    login: null,
    programId: null,
    selected: null,
    hasLost: false,
    usesModseq: false,
    usesResync: false,
    usesUtf8: false,
    badLogins: 0,
    reading: null,
    ask: async (prompt) => {
      output.send(`+ ${prompt}\r\n`)
      return (await input.next())?.text ?? null
    },
    idle: async () => {
      output.send('+ idling\r\n')
      const said = input.next()
      try {
        for (let isOver = false; !isOver; ) {
          const changed = new Promise<false>((resolve) => {
            state.news = () => resolve(false)
          })
          await session.selected?.sync('may-change')
          // Who asked for news and does not read them is dropped (P5).
          if (output.unread() > limits.unreadNews) channel.destroy()
          isOver = await Promise.race([said.then(() => true), changed])
        }
      } finally {
        // Who reads is alone in it: the DONE belongs to this command, also where the mailbox is there no more.
        await said
      }
      return (await said)?.text ?? null
    },
    startTls: () => {
      state.upgrades = true
    },
    isCompressed: channel.isCompressed,
    startCompression: () => {
      state.compresses = true
    },
    leave: () => {
      state.isLeaving = true
      session.selected = null
    },
  }
  return session
}

interface Talk extends Parts {
  session: Session
  isOut(): Promise<boolean>
  end(text: string): void
}

async function speak({ session, channel, output, input, state, ...talk }: Talk): Promise<void> {
  const { limits, isOut, end } = talk
  let trustedAt = 0
  let bad = 0
  const trust = async (): Promise<void> => {
    if (!session.login || performance.now() - trustedAt < trustedMs) return
    if (await isOut()) throw new OutputClosed()
    trustedAt = performance.now()
  }
  output.send(`* OK [CAPABILITY ${capabilitiesOf(session)}] Hongyan is ready\r\n`)
  while (!state.isLeaving) {
    const command = await input.next()
    if (!command) return
    const { line, isBad } = await obey(session, command, trust)
    output.send(line)
    input.done()
    // In a row: who speaks for days may err now and then.
    bad = isBad ? bad + 1 : 0
    if (state.upgrades) {
      state.upgrades = false
      output.push()
      channel.upgrade()
    }
    if (state.compresses) {
      state.compresses = false
      output.push()
      channel.compress()
    }
    if (session.badLogins >= limits.badLogins) end('* BYE Too many wrong codes\r\n')
    else if (bad >= limits.badCommands) end('* BYE Too many lines that are no command\r\n')
    else await output.flush()
  }
}

interface Times {
  opened: number
  lastHeard: number
  limits: ImapLimits
}

function silence({ login }: Session, { opened, lastHeard, limits }: Times): string | null {
  if (!login) return performance.now() - opened > limits.loginTimeout ? 'Nobody logged in' : null
  return performance.now() - lastHeard > limits.idleTimeout ? 'You were silent for too long' : null
}
