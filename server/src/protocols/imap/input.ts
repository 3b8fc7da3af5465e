import type { Budget } from '../../platform/budget.ts'
import { turnForScan } from '../../platform/in-turns.ts'
import type { Output } from '../shared/output.ts'
import { createPipelined, type Pipelined } from '../shared/pipelined.ts'
import { createAside } from './aside.ts'
import type { ImapLimits } from './limits.ts'
import type { Command, CommandReader, ReaderEvent } from './wire/command-reader.ts'
import { isMessageOf } from './wire/message-literal.ts'
import { passOver } from './wire/overlong.ts'

/** What the literals of a command have beyond this waits on disk until it is whole: nobody's slow line fills the memory. */
const heldInMemory = 256 * 1024
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
  /** Bytes of its literals that are in memory. */
  let held = 0
  const aside = createAside(memory, account)
  const pipelined = createPipelined()
  const coming: Coming = { began: null, message: null }
  const event = eventsOf(options, { coming, pipelined })
  const gather = async (size: number): Promise<void> => {
    const spool = aside.start(literals - 1, size)
    const since = performance.now()
    const message = { since, bytes: 0 }
    coming.message = message
    try {
      for (;;) {
        const next = await event()
        if (next?.kind !== 'piece') return
        message.bytes += next.bytes.length
        await spool.push(next.bytes)
        if (next.last) break
      }
      reader.put(Buffer.alloc(0))
    } finally {
      coming.message = null
      // The time of a message is its own.
      if (coming.began !== null) coming.began += performance.now() - since
    }
  }
  /** Nothing of a command that is over or given up counts against the next one. */
  const forget = (): void => {
    literals = appended = held = 0
    coming.began = null
    aside.forget()
  }
  /** Strangers have no account that their bytes could be counted on: a name and a code are short. */
  const roomOf = (isMessage: boolean): number => {
    if (account() === null) return limits.literal.stranger - held
    return isMessage ? limits.message - appended : limits.literal.user
  }
  /** @returns false when the literal is not wanted and cannot be passed over */
  const refuse = ({ waits, head }: Announced, most: number): boolean => {
    if (!waits) return false
    reader.abandon()
    forget()
    output.send(`${tagOf(head)} NO [TOOBIG] At most ${most} bytes are taken\r\n`)
    return true
  }
  const take = async (announced: Announced): Promise<boolean> => {
    const { size, waits, head } = announced
    // Each literal asks what all before it was.
    await turnForScan(head.length)
    const isMessage = account() !== null && isMessageOf(head)
    const most = roomOf(isMessage)
    if (size > most || ++literals > limits.literals) return refuse(announced, most)
    if (isMessage) appended += size
    // Many small ones are a large one: a program may send a hundred in one command.
    const isLarge = size > 0 && held + size > heldInMemory
    if (!isLarge) held += size
    reader.accept(isLarge ? 'pieces' : 'kept')
    if (waits) output.send('+ go on\r\n')
    if (isLarge) await gather(size)
    return true
  }

  const goesOn = async (next: ReaderEvent): Promise<boolean> => {
    if (next.kind === 'literal') return take(next)
    if (next.kind !== 'overlong' || !(await passOver(reader, options.more))) return false
    forget()
    output.send(`${tagOf(next.head)} BAD [TOOBIG] This line is too long\r\n`)
    return true
  }
  return {
    next: async () => {
      literals = appended = held = 0
      for (;;) {
        const next = await event()
        if (next?.kind === 'command') {
          coming.began = null
          await pipelined.turn()
          await turnForScan(next.command.text.length)
          return aside.whole(next.command)
        }
        if (next && (await goesOn(next))) continue
        if (next) options.end('* BYE [TOOBIG] This is too long\r\n')
        return null
      }
    },
    done: forget,
    overdue: () => tooSlow(coming, limits),
  }
}

type Announced = ReaderEvent & { kind: 'literal' }

/** When the command in hand began to come, and what of a message has come since. */
interface Coming {
  message: { since: number; bytes: number } | null
  began: number | null
}

/** What the reader has next, waited for. Null when nothing more will come. */
function eventsOf(
  { reader, limits, account, more }: Options,
  { coming, pipelined }: { coming: Coming; pipelined: Pipelined },
): () => Promise<ReaderEvent | null> {
  return async () => {
    for (;;) {
      const next = reader.next(limits.line[account() === null ? 'stranger' : 'user'])
      if (next) return next
      if (reader.held() > 0) coming.began ??= performance.now()
      if (!(await more())) return null
      pipelined.waited()
    }
  }
}

function tooSlow({ message, began }: Coming, limits: ImapLimits): string | null {
  if (message) return isDrip(message, limits) ? 'The message comes too slowly' : null
  const isLate = began !== null && performance.now() - began > limits.commandTimeout
  return isLate ? 'The command comes too slowly' : null
}

function isDrip(
  { since, bytes }: { since: number; bytes: number },
  { dataRate, dripGrace }: Pick<ImapLimits, 'dataRate' | 'dripGrace'>,
): boolean {
  const elapsed = performance.now() - since
  return elapsed > dripGrace && bytes < (elapsed / 1000) * dataRate
}

const tagOf = (head: string): string => /^[!#$&',-[\]^-z|}~]{1,255}(?= )/.exec(head)?.[0] ?? '*'
