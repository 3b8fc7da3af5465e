import type { Envelope } from '@hongyan/mime/types'
import type { FileText } from '../../documents/file-kinds.ts'
import { slowWork } from '../../platform/db/slow-work.ts'
import { messageOf } from '../../platform/errors.ts'
import { inOwnTurn } from '../../platform/in-turns.ts'
import type { Log } from '../../platform/log.ts'
import { type OutlineTexts, outlineTexts } from '../outlines/outline.ts'
import { headerEnvelope, headerOf, type SortKeys, sortKeysOf } from '../sorting/header-fields.ts'
import type { PreparedMessage } from '../types.ts'
import { decodeParts } from './decode-parts.ts'
import { type OpenedMessage, type OpenedTnef, openMessage, plainTextOf } from './open-message.ts'
import { createParseWorkers } from './parse-workers.ts'
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

/** Parses small messages here and big ones in a worker thread with its own memory limit and a deadline. */
export interface Parsing {
  /** @param fileTexts what was read in the attachments, to be found too */
  prepare(raw: Buffer, fileTexts?: readonly FileText[]): Promise<PreparedMessage>
  open(raw: Buffer): Promise<OpenedMessage>
  /** The text that somebody who opens the message sees; of one that is too complex, its beginning */
  plainText(raw: Buffer, maxText: number): Promise<string>
  /** What mail programs are told of it; of one that is too complex, what its beginning says */
  outline(raw: Buffer): Promise<OutlineTexts>
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
  const tooComplex = (raw: Buffer, thrown: unknown): void =>
    log.warn(
      { bytes: raw.length, reason: messageOf(thrown) },
      'a message was too complex to take apart',
    )

  const decoded = async (raw: Buffer, sections: readonly string[]): Promise<DecodedParts> =>
    raw.length <= inlineBytes && !sections.some((one) => one.includes('/'))
      ? inOwnTurn(() => decodeParts(raw, sections))
      : ((await workers.run({ kind: 'decode', sections }, raw)) as DecodedParts)

  return {
    prepare: async (raw, fileTexts = []) => {
      slowWork('parsing.prepare')
      const chars = fileTexts.reduce((sum, { text }) => sum + text.length, 0)
      if (raw.length + chars <= inlineBytes) return inOwnTurn(() => prepareMessage(raw, fileTexts))
      try {
        const prepared = await workers.run({ kind: 'prepare', fileTexts }, raw)
        return { ...(prepared as Omit<PreparedMessage, 'raw'>), raw }
      } catch (thrown) {
        tooComplex(raw, thrown)
        return { ...prepareMessage(headOf(raw)), raw }
      }
    },
    open: async (raw) => {
      slowWork('parsing.open')
      if (raw.length <= inlineBytes) return inOwnTurn(() => openMessage(raw, maxReaderText))
      try {
        return (await workers.run({ kind: 'open', maxText: maxReaderText }, raw)) as OpenedMessage
      } catch (thrown) {
        tooComplex(raw, thrown)
        const head = openMessage(headOf(raw), maxReaderText)
        return { ...head, content: { ...head.content, truncated: true } }
      }
    },
    plainText: async (raw, maxText) => {
      if (raw.length <= inlineBytes) return inOwnTurn(() => plainTextOf(raw, maxText))
      try {
        return (await workers.run({ kind: 'plain', maxText }, raw)) as string
      } catch (thrown) {
        tooComplex(raw, thrown)
        return plainTextOf(headOf(raw), maxText)
      }
    },
    outline: async (raw) => {
      slowWork('parsing.outline')
      if (raw.length <= inlineBytes) return inOwnTurn(() => outlineTexts(raw))
      try {
        return (await workers.run({ kind: 'outline' }, raw)) as OutlineTexts
      } catch (thrown) {
        tooComplex(raw, thrown)
        return outlineTexts(headOf(raw))
      }
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
