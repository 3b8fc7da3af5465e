import type { AssistantMessage, AssistantType } from '@hongyan/contract/assistant-wire'
import { AppError } from '../../platform/errors.ts'
import { noteSent, sentSince } from './assistant.queries.ts'
import type { AssistantOptions, Line } from './assistant-options.ts'

const dayMs = 24 * 3_600_000

/** What an answer cost and who gave it, for the audit row. */
interface Tally {
  engine: string
  sent: number
  received: number
  masked: number
}

/** An answer that is being written. */
export interface Answering {
  request: string
  signal: AbortSignal
  tally: Tally
  /** Who answers stands on the first message. @throws the reason of the signal when nobody hears it any more */
  say(part: Partial<AssistantMessage>): Promise<void>
  by(engine: 'built-in' | 'model', model?: string): void
}

export function newAnswering(
  head: { request: string; type: AssistantType },
  { signal, send }: Line,
): Answering {
  const tally: Tally = { engine: '', sent: 0, received: 0, masked: 0 }
  let introduced: Partial<AssistantMessage> | null = null
  return {
    request: head.request,
    signal,
    tally,
    by: (engine, model) => {
      if (tally.engine === engine) return
      tally.engine = engine
      introduced = { engine, ...(model === undefined ? {} : { model }) }
    },
    say: async (part) => {
      signal.throwIfAborted()
      const message = { ...head, ...introduced, ...part }
      introduced = null
      tally.received += (part.content ?? '').length + (part.thought ?? '').length
      if (!(await send(message))) throw new AppError('session.expired')
    },
  }
}

/** Counts what is to be sent, the own with what all others send now. @returns false when the house may not send so much in a day */
export async function spend(
  { perDay, database, clock }: AssistantOptions,
  request: string,
  sent: number,
): Promise<boolean> {
  await noteSent(database, request, sent)
  const since = new Date(clock.now().getTime() - dayMs)
  return perDay === 0 || (await sentSince(database, since)) <= perDay
}
