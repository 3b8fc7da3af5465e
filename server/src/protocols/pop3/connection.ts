import type { Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import { messageOf } from '../../platform/errors.ts'
import { type Channel, createChannel } from '../shared/channel.ts'
import { createOutput, type Output, OutputClosed } from '../shared/output.ts'
import { createPipelined, type Pipelined } from '../shared/pipelined.ts'
import type { ProgramConnection } from '../shared/program-doors.ts'
import { errLine, okLine } from './answers.ts'
import type { Pop3Limits } from './limits.ts'
import { obey } from './obey.ts'
import type { Pop3Deps, Session } from './session.ts'
import { createLineReader, type LineReader } from './wire/line-reader.ts'

interface Options {
  socket: Socket
  /** TLS from the first byte. */
  isSecure: boolean
  tls: SecureContext
  deps: Pop3Deps
  limits: Pop3Limits
}

/** Who is in is asked anew before a command, but not for each of a quick row. */
const trustedMs = 1_000
/** How often the right to the mailbox is renewed. */
const renewMs = 20_000

export function createConnection(options: Options): ProgramConnection {
  const { deps, limits } = options
  const remoteAddress = options.socket.remoteAddress ?? ''
  const opened = performance.now()
  const state: State = { isLeaving: false, upgrades: false, lineSince: null, busy: false }
  const reader = createLineReader()
  const channel = createChannel({
    ...options,
    reader,
    log: deps.log,
    onClose: () => {
      state.isLeaving = true
    },
  })
  const output = createOutput(channel.socket, limits)
  const end = (why: string): void => {
    state.isLeaving = true
    output.end(errLine(why, 'SYS/TEMP'))
  }
  const pipelined = createPipelined()
  const parts: Parts = { deps, limits, reader, channel, output, pipelined, state, end }
  const session = createSession(parts, remoteAddress)
  const isOut = async (): Promise<boolean> => {
    const { entered } = session
    if (!entered || (await deps.clientAccess.isAlive(entered.login))) return false
    end('Log in again')
    return true
  }
  return {
    remoteAddress,
    account: () => session.entered?.login.accountId ?? null,
    session: () => session.entered?.login.sessionId ?? null,
    waited: () => (session.entered ? 0 : performance.now() - opened),
    recheck: async () => void (await isOut()),
    endOverdue: () => {
      const why = state.busy ? null : overdue(parts, { opened, isIn: session.entered !== null })
      if (why) end(why)
    },
    end,
    run: async () => {
      const renewing = renew(session, parts)
      try {
        await speak(session, parts, isOut)
      } catch (thrown) {
        if (!(thrown instanceof OutputClosed))
          deps.log.error({ err: thrown }, 'a POP3 connection broke')
      } finally {
        clearInterval(renewing)
        await leave(session)
        output.end('')
      }
    },
  }
}

interface State {
  /** Nothing more is read. */
  isLeaving: boolean
  /** TLS begins behind this command. */
  upgrades: boolean
  /** When the line in hand began to come. */
  lineSince: number | null
  /** A command is being done: the program waits for us. */
  busy: boolean
}

interface Parts {
  deps: Pop3Deps
  limits: Pop3Limits
  reader: LineReader
  channel: Channel
  output: Output
  pipelined: Pipelined
  state: State
  end(why: string): void
}

function createSession(parts: Parts, ip: string): Session {
  const { deps, channel, output, state } = parts
  return {
    deps,
    output,
    ip,
    isSecure: channel.isSecure,
    username: null,
    entered: null,
    badLogins: 0,
    ask: async (prompt) => {
      output.send(prompt)
      state.busy = false
      const said = await nextLine(parts)
      state.busy = true
      return said
    },
    startTls: () => {
      state.upgrades = true
    },
    leave: () => {
      state.isLeaving = true
    },
  }
}

/** Null when the program has gone, or was sent away. */
async function nextLine(parts: Parts): Promise<string | null> {
  const { reader, channel, limits, state, pipelined, end } = parts
  for (;;) {
    const next = reader.next(limits.line)
    if (next?.kind === 'line') {
      state.lineSince = null
      await pipelined.turn()
      return next.text
    }
    if (next) {
      end('The line is too long')
      return null
    }
    if (reader.held() > 0) state.lineSince ??= performance.now()
    if (!(await channel.more())) return null
    pipelined.waited()
  }
}

async function speak(session: Session, parts: Parts, isOut: () => Promise<boolean>): Promise<void> {
  const { limits, channel, output, state, end } = parts
  let trustedAt = 0
  let bad = 0
  const trust = async (): Promise<void> => {
    if (!session.entered || performance.now() - trustedAt < trustedMs) return
    if (await isOut()) throw new OutputClosed()
    trustedAt = performance.now()
  }
  output.send(okLine('Hongyan is ready'))
  while (!state.isLeaving) {
    const text = await nextLine(parts)
    if (text === null) return
    state.busy = true
    const { line, isBad } = await obey(session, text, trust)
    // Who reads that a mailbox is free may come at once.
    if (state.isLeaving) await leave(session)
    output.send(line)
    // In a row: see IMAP.
    bad = isBad ? bad + 1 : 0
    if (state.upgrades) {
      state.upgrades = false
      output.push()
      channel.upgrade()
    }
    if (session.badLogins >= limits.badLogins) end('Too many wrong codes')
    else if (bad >= limits.badCommands) end('Too many lines that are no command')
    else await output.flush()
    state.busy = false
  }
}

async function leave(session: Session): Promise<void> {
  const { entered, deps } = session
  session.entered = null
  await entered?.lease.leave().catch((thrown) => {
    // It ends by itself in a minute.
    deps.log.warn({ reason: messageOf(thrown) }, 'a maildrop could not be left')
  })
}

/** The session has its mailbox while it says so: one that was lost to another ends. */
function renew(session: Session, { deps, end }: Parts): NodeJS.Timeout {
  return setInterval(() => {
    const { entered } = session
    if (!entered) return
    entered.lease.keep().then(
      (isKept) => {
        if (!isKept && session.entered === entered) end('Another program has the mailbox now')
      },
      (thrown) => deps.log.warn({ reason: messageOf(thrown) }, 'a maildrop could not be kept'),
    )
  }, renewMs).unref()
}

function overdue(
  { limits, state, channel }: Parts,
  { opened, isIn }: { opened: number; isIn: boolean },
): string | null {
  const now = performance.now()
  if (state.lineSince !== null && now - state.lineSince > limits.commandTimeout)
    return 'The command comes too slowly'
  if (!isIn) return now - opened > limits.loginTimeout ? 'Nobody logged in' : null
  return now - channel.lastHeard() > limits.idleTimeout ? 'You were silent for too long' : null
}
