import { readFile } from 'node:fs/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { type Budget, bytesInMemory } from '../budget.ts'
import { AppError } from '../errors.ts'
import { createGate, type Gate } from '../gate.ts'
import { keepOnDisk, type WaitingFile } from '../temporary-files.ts'
import { atLeastPace, type Pace, within } from './pace.ts'

/** A file that came in by multipart, whole in memory. */
export interface UploadedFile {
  fileName: string
  type: string
  bytes: Buffer
  fields: Record<string, string>
}

/** A file that came in and lies on disk while it is worked on. */
export interface FileOnDisk {
  fileName: string
  path: string
  /** It was longer than it may be: the beginning is here. */
  isCut: boolean
  /** Text fields that came before it. */
  fields: Record<string, string>
}

/** Reads what comes by multipart. */
export interface Bodies {
  /** The field `file`. @throws request.invalid without one, request.too-large above `maxBytes`, request.too-slow */
  file(request: FastifyRequest, maxBytes: number): Promise<UploadedFile>
  /** The one file of a request on disk, for files that do not fit into memory; the file is gone when `work` is done. */
  onDisk<T>(
    request: FastifyRequest,
    maxBytes: number,
    work: (file: FileOnDisk) => Promise<T>,
  ): Promise<T>
  /** Any other body, as its chunks come: a large one waits on disk until it is whole and there is room for it. */
  whole(chunks: AsyncIterable<Buffer>): Promise<Buffer>
  /** Text fields of a form; files in it are thrown away. @throws request.invalid when it is no form */
  form(request: FastifyRequest): Promise<Record<string, string>>
}

/** Bodies of one account that may be on their way in at once: what it sends slowly is in its own way alone. */
const comingAtOnce = { total: Number.POSITIVE_INFINITY, share: 6 }
/** A body that is small enough to be held while it comes. */
const small = 256 * 1024
/** A file is there as it came, and as it is packed for the disk. */
const copiesOfFile = 2
/** A text is there as it came, as what was read of it, and as what is made of it: for the mail, for the draft, for the database. */
const copiesOfText = 6

export function createBodies(pace: Pace): Bodies {
  const coming = createGate(comingAtOnce)
  const budget = bytesInMemory()
  return {
    file: async (request, maxBytes) => {
      const { part, received } = await coming.run(async () => {
        const part = await filePart(request, { maxBytes, pace })
        return { part, received: await receive(part, pace) }
      })
      const bytes = await wholeOf(received, budget)
      return {
        fileName: nameOf(part.filename),
        type: part.mimetype,
        bytes,
        fields: textFields(part.fields),
      }
    },
    onDisk: async (request, maxBytes, work) => {
      const { part, file } = await coming.run(async () => {
        const part = await filePart(request, { maxBytes, pace })
        return { part, file: await keepOnDisk(chunksOf(part, pace)) }
      })
      try {
        return await work({
          fileName: nameOf(part.filename),
          path: file.path,
          isCut: part.file.truncated,
          fields: textFields(part.fields),
        })
      } finally {
        await file.remove()
      }
    },
    whole: async (chunks) => {
      // A small one never waits for its account's uploads.
      const received = await waiting(atLeastPace(chunks, pace), coming)
      return wholeOf(received, budget, copiesOfText)
    },
    form: (request) => within(textsOf(request), pace.windowMs),
  }
}

async function* chunksOf(part: MultipartFile, pace: Pace): AsyncGenerator<Buffer> {
  // Without destroying it: a stream that is destroyed half-way would hold up the request for ever.
  const chunks = part.file.iterator({ destroyOnReturn: false })
  try {
    yield* asForm(atLeastPace(chunks as AsyncIterable<Buffer>, pace))
  } finally {
    // What is refused half-way is read to its end all the same: the answer comes after it.
    part.file.resume()
  }
}

async function filePart(
  request: FastifyRequest,
  { maxBytes, pace }: { maxBytes: number; pace: Pace },
): Promise<MultipartFile> {
  if (!request.isMultipart()) throw new AppError('request.invalid', { detail: 'file' })
  const coming = request.file({
    limits: { fileSize: maxBytes, files: 1 },
    throwFileSizeLimit: false,
  })
  const part = await within(coming, pace.windowMs).catch(refuseForm)
  if (!part) throw new AppError('request.invalid', { detail: 'file' })
  return part
}

/** A form that breaks off or that nobody can take apart is its sender's mistake, not ours. */
function refuseForm(thrown: unknown): never {
  const isOurs = thrown instanceof AppError || (thrown as { statusCode?: number }).statusCode
  throw isOurs ? thrown : new AppError('request.invalid', { detail: 'form' })
}

async function* asForm<T>(parts: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* parts
  } catch (thrown) {
    refuseForm(thrown)
  }
}

/** Browsers write a quotation mark in the name of an uploaded file as %22, and a per cent sign as it is. */
const nameOf = (filename: string): string => filename.replaceAll('%22', '"')

/**
 * A large body waits on disk until it is whole and there is room for it: a slow client holds nobody up, whatever it
 * has of places and of memory (R.U.D.Y.).
 */
async function receive(part: MultipartFile, pace: Pace): Promise<Buffer | WaitingFile> {
  const kept = await waiting(chunksOf(part, pace))
  if (!part.file.truncated) return kept
  if (!Buffer.isBuffer(kept)) await kept.remove()
  throw new AppError('request.too-large')
}

async function waiting(
  chunks: AsyncGenerator<Buffer>,
  gate: Gate | null = null,
): Promise<Buffer | WaitingFile> {
  const keep = () => keepOnDisk(all(first.splice(0), chunks))
  const first: Buffer[] = []
  let size = 0
  let kept: Buffer | WaitingFile | null = null
  for (let next = await chunks.next(); kept === null; next = await chunks.next()) {
    if (next.done) kept = Buffer.concat(first)
    else {
      first.push(next.value)
      size += next.value.length
      if (size > small) kept = await (gate ? gate.run(keep) : keep())
    }
  }
  return kept
}

async function wholeOf(
  received: Buffer | WaitingFile,
  budget: Budget,
  copies = copiesOfFile,
): Promise<Buffer> {
  if (Buffer.isBuffer(received)) return received
  try {
    await budget.hold(received.size * copies)
    return await readFile(received.path)
  } finally {
    await received.remove()
  }
}

async function* all(first: readonly Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* first
  yield* rest
}

/** A file that is a picture: one that is too large is told with the text for pictures (COMPOSE-18). */
export async function asPicture(receive: () => Promise<UploadedFile>): Promise<UploadedFile> {
  try {
    return await receive()
  } catch (thrown) {
    const isTooBig = thrown instanceof AppError && thrown.code === 'request.too-large'
    throw isTooBig ? new AppError('upload.picture-too-big') : thrown
  }
}

const longestField = 64 * 1024

async function textsOf(request: FastifyRequest): Promise<Record<string, string>> {
  if (!request.isMultipart()) throw new AppError('request.invalid', { detail: 'form' })
  const texts: Record<string, string> = {}
  for await (const part of asForm(request.parts({ limits: { fieldSize: longestField } }))) {
    if (part.type === 'file') part.file.resume()
    else if (part.valueTruncated) throw new AppError('request.too-large')
    else if (typeof part.value === 'string') texts[part.fieldname] = part.value
  }
  return texts
}

function textFields(fields: Record<string, unknown>): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [name, field] of Object.entries(fields)) {
    const value = (field as { value?: unknown } | undefined)?.value
    if (typeof value === 'string') texts[name] = value
  }
  return texts
}
