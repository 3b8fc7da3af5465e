import { readPlainTexts } from '../../../documents/deep-texts.ts'
import { createWorkers } from '../../../mailstore/parsing/parse-workers.ts'
import { currentAsker } from '../../../platform/actor.ts'
import { messageOf } from '../../../platform/errors.ts'
import { inOwnTurn } from '../../../platform/in-turns.ts'
import type { Log } from '../../../platform/log.ts'
import { type Asked, type Finds, findIn } from './content-finds.ts'

export type ContentReader = ReturnType<typeof createContentReader>

/** A mail up to this size without files is looked through on the spot, as it is taken apart on the spot elsewhere: a millisecond. */
const inlineBytes = 16 * 1024
/** More bytes of words than these are looked for in the thread, where they are made ready. */
const inlineAsked = 64 * 1024

/** Looks for words in mail, in a thread of its own where that is more than a letter. */
export function createContentReader(log: Log) {
  const workers = createWorkers<Asked>({
    script: new URL('./content-worker.ts', import.meta.url),
    maxWorkers: 1,
    limitMs: 20_000,
    // Forty megabytes of honest text take 54; of a mail that needs more it is said that nobody could look.
    memoryMb: 160,
    wastefulMb: 64,
  })
  let stopped = false
  return {
    /**
     * A mail that takes too much, or ends its thread, is one that could not be read.
     * @throws when nobody waits for the answer any more, or the server stops: that says nothing of the mail
     */
    find: async (raw: Uint8Array, asked: Asked): Promise<Finds> => {
      const here = isSmall(raw, asked)
        ? await inOwnTurn(() => readHere(raw, asked)).catch(() => null)
        : null
      if (here) return here
      try {
        return (await workers.run(asked, raw)) as Finds
      } catch (thrown) {
        if (stopped || currentAsker().signal?.aborted) throw thrown
        log.warn(
          { bytes: raw.length, reason: messageOf(thrown) },
          'a mail could not be looked through',
        )
        const finds = asked.which.map(() => [])
        return {
          ...{ finds, names: [], labels: null, unreadable: [''] },
          ...{ encrypted: true, sealed: false },
        }
      }
    },
    stop: () => {
      stopped = true
      return workers.stop()
    },
  }
}

const isSmall = (raw: Uint8Array, asked: Asked): boolean =>
  raw.length <= inlineBytes && asked.all.bytes.length <= inlineAsked

/** Of these one becomes up to eighteen when it is folded. */
const growing = /[\ufdfa\ufdfb]/g
const mostGrowing = 500

/** @returns null for a mail that is more than text, or takes more than a small one */
function readHere(raw: Uint8Array, asked: Asked): Finds | null {
  const texts = readPlainTexts(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength))
  if (!texts) return null
  const written = [texts.subject, ...texts.body].join('')
  if ((written.match(growing)?.length ?? 0) > mostGrowing) return null
  return findIn(texts, asked)
}
