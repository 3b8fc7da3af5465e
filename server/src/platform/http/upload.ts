import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

/** A file that came in by multipart, whole in memory. */
export interface UploadedFile {
  fileName: string
  type: string
  bytes: Buffer
  fields: Record<string, string>
}

/** Reads the field `file`. @throws request.invalid without one, request.too-large above `maxBytes` */
export async function readUpload(request: FastifyRequest, maxBytes: number): Promise<UploadedFile> {
  if (!request.isMultipart()) throw new AppError('request.invalid', { detail: 'file' })
  const part = await request.file({
    limits: { fileSize: maxBytes, files: 1 },
    throwFileSizeLimit: false,
  })
  if (!part) throw new AppError('request.invalid', { detail: 'file' })
  const chunks: Buffer[] = []
  for await (const chunk of part.file) chunks.push(chunk as Buffer)
  if (part.file.truncated) throw new AppError('request.too-large')
  return {
    fileName: part.filename,
    type: part.mimetype,
    bytes: Buffer.concat(chunks),
    fields: textFields(part.fields),
  }
}

function textFields(fields: Record<string, unknown>): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [name, field] of Object.entries(fields)) {
    const value = (field as { value?: unknown } | undefined)?.value
    if (typeof value === 'string') texts[name] = value
  }
  return texts
}
