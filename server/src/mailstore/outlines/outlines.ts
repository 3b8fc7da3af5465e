import type { Database } from '../../platform/db/pool.ts'
import type { Parsing } from '../parsing/parsing.ts'
import type { Stored, StoredMail } from '../parsing/stored-mail.ts'
import type { Outline, OutlineTexts } from './outline.ts'
import { keepOutlines, keptOutlines, notKept } from './outlines.queries.ts'

/** A larger one is made each time: what is read of hundreds of messages at once stays small. */
const mostKept = 16 * 1024
/** Messages that are opened at the same time for one command. */
const atOnce = 4

interface Options {
  database: Database
  parsing: Parsing
  stored: StoredMail
}

/** Outlines of contents: read where they are kept, made and kept where not. */
export const createOutlines =
  ({ database, parsing, stored }: Options) =>
  /** By the hash of the content in hex. @param large 'let-go': what is made and not kept is not given either */
  async (
    mails: readonly Stored[],
    large: 'given' | 'let-go' = 'given',
  ): Promise<Map<string, Outline>> => {
    const kept = await keptOutlines(
      database,
      mails.map(({ blob }) => blob),
    )
    const missing = new Map(
      mails.flatMap((one): [string, Stored][] => {
        const key = one.blob.toString('hex')
        return kept.has(key) ? [] : [[key, one]]
      }),
    )
    if (missing.size === 0) return kept
    const made: (OutlineTexts & { blob: Buffer })[] = []
    const waiting = missing.entries()
    const work = async (): Promise<void> => {
      for (const [key, mail] of waiting) {
        const texts = await stored.whileReading([mail], async (read) =>
          parsing.outline(await read(mail), { given: true }),
        )
        const isKept = texts.outline.length <= mostKept
        if (isKept || large === 'given') kept.set(key, JSON.parse(texts.outline) as Outline)
        made.push({ ...texts, blob: mail.blob, outline: isKept ? texts.outline : notKept })
      }
    }
    await Promise.all(Array.from({ length: Math.min(atOnce, missing.size) }, work))
    if (made.length > 0) await keepOutlines(database, made)
    return kept
  }
