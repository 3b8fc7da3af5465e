import type { Budget } from '../../platform/budget.ts'
import { type Spool, startSpool } from '../../platform/spool.ts'
import type { Output } from '../shared/output.ts'
import type { ImapLimits } from './limits.ts'
import type { Command, CommandReader, ReaderEvent } from './wire/command-reader.ts'
import { isMessageOf } from './wire/message-literal.ts'

/** A message that is larger waits on disk until it is whole: nobody's slow line fills the memory. */
const heldInMemory = 256 * 1024
/** A message is there as it came, and in the thread that takes it apart. */
const copies = 2

/** What a program says, a command at a time. */
export interface Input {
  /** The next command; null when the program has gone, or was sent away. */
  next(): Promise<Command | null>
  /** The command is done: what it held of the memory is given back. */
  done(): void
  /** Why the program is too slow, or null. */
  overdue(): string | null
}

interface Options {
  reader: CommandReader
  output: Output
  limits: ImapLimits
  memory: Budget
  /** The account of who is in; null before the login. */
  account(): string | null
  /** Waits for more bytes. @returns false when there will be none */
  more(): Promise<boolean>
  end(text: string): void
}

export function createInput(options: Options): Input {
  const { reader, output, limits, memory, account } = options
  let literals = 0
  /** Bytes of the messages of one command: together no more than one may have (RFC 3502). */
  let appended = 0
  let releases: (() => void)[] = []
  /** When the command in hand began to come, and what of a message has come since. */
  let began: number | null = null
  let message: { since: number; bytes: number } | null = null

  const who = () => (account() === null ? 'stranger' : 'user')
  const event = async (): Promise<ReaderEvent | null> => {
    for (;;) {
      const next = reader.next(limits.line[who()])
      if (next) return next
      if (reader.held() > 0) began ??= performance.now()
      if (!(await options.more())) return null
    }
  }
  const gather = async (): Promise<void> => {
    const spool: Spool = startSpool()
    message = { since: performance.now(), bytes: 0 }
    try {
      for (;;) {
        const next = await event()
        if (next?.kind !== 'piece') return spool.drop()
        message.bytes += next.bytes.length
        await spool.push(next.bytes)
        if (next.last) break
      }
      message = null
      const room = async (size: number) => {
        releases.push(await memory.take(size * copies, account() ?? ''))
      }
      reader.put(await spool.read(0, room))
    } finally {
      message = null
    }
  }
  const release = (): void => {
    for (const one of releases) one()
    releases = []
  }
  /** Nothing of a command that is given up counts against the next one. */
  const forget = (): void => {
    literals = 0
    appended = 0
    began = null
    release()
  }
  const mostOf = (isMessage: boolean): number =>
    isMessage ? limits.message - appended : limits.literal[who()]
  /** @returns false when the literal is not wanted and cannot be passed over */
  const take = async ({
    size,
    waits,
    head,
  }: ReaderEvent & { kind: 'literal' }): Promise<boolean> => {
    const isMessage = account() !== null && isMessageOf(head)
    const most = mostOf(isMessage)
    if (size > most || ++literals > limits.literals) {
      if (!waits) return false
      reader.abandon()
      forget()
      output.send(`${tagOf(head)} NO [TOOBIG] At most ${most} bytes are taken\r\n`)
      return true
    }
    appended += isMessage ? size : 0
    const isLarge = size > heldInMemory
    reader.accept(isLarge ? 'pieces' : 'kept')
    if (waits) output.send('+ go on\r\n')
    if (isLarge) await gather()
    return true
  }

  return {
    next: async () => {
      literals = 0
      appended = 0
      for (;;) {
        const next = await event()
        if (next?.kind === 'command') {
          began = null
          return next.command
        }
        if (next?.kind === 'literal' && (await take(next))) continue
        if (next) options.end('* BYE [TOOBIG] This is too long\r\n')
        return null
      }
    },
    done: release,
    overdue: () => {
      if (message) {
        return isDrip(message, limits) ? 'The message comes too slowly' : null
      }
      const isLate = began !== null && performance.now() - began > limits.commandTimeout
      return isLate ? 'The command comes too slowly' : null
    },
  }
}

function isDrip(
  { since, bytes }: { since: number; bytes: number },
  { dataRate, dripGrace }: Pick<ImapLimits, 'dataRate' | 'dripGrace'>,
): boolean {
  const elapsed = performance.now() - since
  return elapsed > dripGrace && bytes < (elapsed / 1000) * dataRate
}

const tagOf = (head: string): string => /^[!#$&',-[\]^-z|}~]{1,255}(?= )/.exec(head)?.[0] ?? '*'
