import type { Envelope } from '@hongyan/mime/types'
import type { FileText } from '../../documents/file-kinds.ts'
import { slowWork } from '../../platform/db/slow-work.ts'
import { messageOf } from '../../platform/errors.ts'
import { hasOwnMemory, inOwnTurn } from '../../platform/in-turns.ts'
import type { Log } from '../../platform/log.ts'
import { type OutlineTexts, outlineTexts } from '../outlines/outline.ts'
import { headerEnvelope, headerOf, type SortKeys, sortKeysOf } from '../sorting/header-fields.ts'
import type { PreparedMessage } from '../types.ts'
import { decodeParts } from './decode-parts.ts'
import { type OpenedMessage, type OpenedTnef, openMessage, plainTextOf } from './open-message.ts'
import { createParseWorkers, type ParseTask } from './parse-workers.ts'
import { prepareMessage } from './prepare.ts'

/**
 * Up to this size a message is taken apart on the spot: the worst of 64 kB needed 16 ms in a process that had not seen
 * its like, so half of that stays below 10 ms (P13).
 */
const inlineBytes = 32 * 1024
/** What is read of a message that defeated the worker. */
const headBytes = 64 * 1024
/** Body characters given to a reader. */
const maxReaderText = 2_000_000

export type FoundBy = Pick<PreparedMessage, 'tsv' | 'hasFilesToRead'>

/** Bytes that nobody needs afterwards are given: a mail of seventy megabytes is not copied for its thread. */
export interface How {
  given: boolean
}
const kept: How = { given: false }

/** Parses small messages here and big ones in a worker thread with its own memory limit and a deadline. */
export interface Parsing {
  /** @param fileTexts what was read in the attachments, to be found too */
  prepare(raw: Buffer, fileTexts?: readonly FileText[]): Promise<PreparedMessage>
  /** What a message is found by. Its bytes are given to that and gone afterwards */
  words(raw: Buffer, fileTexts?: readonly FileText[]): Promise<FoundBy>
  open(raw: Buffer, how?: How): Promise<OpenedMessage>
  /** The text that somebody who opens the message sees; of one that is too complex, its beginning */
  plainText(raw: Buffer, maxText: number, how?: How): Promise<string>
  /** What mail programs are told of it; of one that is too complex, what its beginning says */
  outline(raw: Buffer, how?: How): Promise<OutlineTexts>
  /** @param header of a message, all of it, at most half a megabyte @throws when it is too complex */
  envelope(header: Buffer): Promise<Envelope>
  /** What its header says for SORT and THREAD */
  sortKeys(raw: Buffer): Promise<SortKeys>
  /** What a winmail.dat holds; null when it is none or too complex */
  openTnef(bytes: Buffer): Promise<OpenedTnef | null>
  /** The decoded bodies of parts, by section or path; null where there is no such part or it is too complex */
  decode(raw: Buffer, sections: readonly string[]): Promise<(Buffer | null)[]>
  stop(): Promise<void>
}

export function createParsing(log: Log): Parsing {
  const workers = createParseWorkers()
  const tooComplex = ({ length: bytes }: { length: number }, thrown: unknown): void =>
    log.warn({ bytes, reason: messageOf(thrown) }, 'a message was too complex to take apart')
  /** @param ofHead what is made of the beginning of one that is too complex */
  const inThread = async <T>(
    task: ParseTask,
    { raw, given }: How & { raw: Buffer },
    ofHead: (head: Buffer) => T,
  ): Promise<T> => {
    const { length } = raw
    const isGiven = given && hasOwnMemory(raw)
    const head = isGiven ? Buffer.from(headOf(raw)) : headOf(raw)
    try {
      return (await workers.run(task, raw, { given: isGiven })) as T
    } catch (thrown) {
      tooComplex({ length }, thrown)
      return ofHead(head)
    }
  }
  const preparing = async (
    raw: Buffer,
    fileTexts: readonly FileText[],
    how: How,
  ): Promise<Omit<PreparedMessage, 'raw'>> => {
    slowWork('parsing.prepare')
    const chars = fileTexts.reduce((sum, { text }) => sum + text.length, 0)
    if (raw.length + chars <= inlineBytes) return inOwnTurn(() => prepareMessage(raw, fileTexts))
    return inThread({ kind: 'prepare', fileTexts }, { raw, ...how }, (head) => prepareMessage(head))
  }

  const decoded = async (raw: Buffer, sections: readonly string[]): Promise<DecodedParts> =>
    raw.length <= inlineBytes && !sections.some((one) => one.includes('/'))
      ? inOwnTurn(() => decodeParts(raw, sections))
      : ((await workers.run({ kind: 'decode', sections }, raw)) as DecodedParts)

  return {
    prepare: async (raw, fileTexts = []) => ({ ...(await preparing(raw, fileTexts, kept)), raw }),
    words: async (raw, fileTexts = []) => {
      const { tsv, hasFilesToRead } = await preparing(raw, fileTexts, { given: true })
      return { tsv, hasFilesToRead }
    },
    open: async (raw, how = kept) => {
      slowWork('parsing.open')
      if (raw.length <= inlineBytes) return inOwnTurn(() => openMessage(raw, maxReaderText))
      const task = { kind: 'open', maxText: maxReaderText } as const
      return inThread(task, { raw, ...how }, (head) => {
        const opened = openMessage(head, maxReaderText)
        return { ...opened, content: { ...opened.content, truncated: true } }
      })
    },
    plainText: async (raw, maxText, how = kept) => {
      if (raw.length <= inlineBytes) return inOwnTurn(() => plainTextOf(raw, maxText))
      const task = { kind: 'plain', maxText } as const
      return inThread(task, { raw, ...how }, (head) => plainTextOf(head, maxText))
    },
    outline: async (raw, how = kept) => {
      slowWork('parsing.outline')
      if (raw.length <= inlineBytes) return inOwnTurn(() => outlineTexts(raw))
      return inThread({ kind: 'outline' }, { raw, ...how }, outlineTexts)
    },
    envelope: async (header) =>
      header.length <= inlineBytes
        ? inOwnTurn(() => headerEnvelope(header))
        : ((await workers.run({ kind: 'envelope' }, header)) as Envelope),
    sortKeys: async (raw) => {
      const header = headerOf(raw)
      if (header.length <= inlineBytes) return inOwnTurn(() => sortKeysOf(header))
      try {
        return (await workers.run({ kind: 'sort-keys' }, header)) as SortKeys
      } catch (thrown) {
        tooComplex(raw, thrown)
        return sortKeysOf(header.subarray(0, inlineBytes))
      }
    },
    openTnef: async (bytes) => {
      try {
        return (await workers.run({ kind: 'tnef' }, bytes)) as OpenedTnef | null
      } catch (thrown) {
        tooComplex(bytes, thrown)
        return null
      }
    },
    decode: async (raw, sections) => {
      slowWork('parsing.decode')
      try {
        const parts = await decoded(raw, sections)
        return parts.map((one) => one && Buffer.from(one.buffer, one.byteOffset, one.byteLength))
      } catch (thrown) {
        tooComplex(raw, thrown)
        return sections.map(() => null)
      }
    },
    stop: () => workers.stop(),
  }
}

type DecodedParts = ReturnType<typeof decodeParts>

/** The header and a little of the body: enough to list and find a message that nothing else can be done with. */
const headOf = (raw: Buffer): Buffer => raw.subarray(0, headBytes)
