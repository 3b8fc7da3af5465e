import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

/** A file that came in by multipart, whole in memory. */
export interface UploadedFile {
  fileName: string
  type: string
  bytes: Buffer
  fields: Record<string, string>
}

/** A file that is coming in. */
export interface ComingFile {
  fileName: string
  /** To be read to its end. @throws request.too-large above the limit */
  chunks: AsyncIterable<Buffer>
  /** Text fields that came before it. */
  fields: Record<string, string>
}

/** The field `file` as it comes, for files that do not fit into memory. @throws request.invalid without one */
export async function readComing<T>(
  request: FastifyRequest,
  maxBytes: number,
  work: (file: ComingFile) => Promise<T>,
): Promise<T> {
  const part = await filePart(request, maxBytes)
  const chunks = async function* () {
    // Without destroying it: a stream that is destroyed half-way would hold up the request for ever.
    const coming = part.file.iterator({ destroyOnReturn: false })
    for await (const chunk of asForm(coming)) yield chunk as Buffer
    if (part.file.truncated) throw new AppError('request.too-large')
  }
  try {
    const fields = textFields(part.fields)
    return await work({ fileName: nameOf(part.filename), chunks: chunks(), fields })
  } finally {
    // What is refused half-way is read to its end all the same: the answer comes after it.
    part.file.resume()
  }
}

async function filePart(request: FastifyRequest, maxBytes: number) {
  if (!request.isMultipart()) throw new AppError('request.invalid', { detail: 'file' })
  const limits = { fileSize: maxBytes, files: 1 }
  const part = await request.file({ limits, throwFileSizeLimit: false }).catch(refuseForm)
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

/** Reads the field `file`. @throws request.invalid without one, request.too-large above `maxBytes` */
export async function readUpload(request: FastifyRequest, maxBytes: number): Promise<UploadedFile> {
  const part = await filePart(request, maxBytes)
  const chunks: Buffer[] = []
  for await (const chunk of asForm(part.file)) chunks.push(chunk as Buffer)
  if (part.file.truncated) throw new AppError('request.too-large')
  return {
    fileName: nameOf(part.filename),
    type: part.mimetype,
    bytes: Buffer.concat(chunks),
    fields: textFields(part.fields),
  }
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

/** Text fields of a form; files in it are thrown away. @throws request.invalid when it is no form */
export async function readForm(request: FastifyRequest): Promise<Record<string, string>> {
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
