import type { Readable } from 'node:stream'
import { AppError } from '../errors.ts'

/** The fields of a form as browsers and other servers write it (URL Standard, §5.1), each once. @throws request.too-large, request.invalid */
export async function readForm(body: Readable, maxBytes: number): Promise<Record<string, string>> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) throw new AppError('request.too-large')
      chunks.push(chunk)
    }
  } catch (thrown) {
    throw thrown instanceof AppError ? thrown : new AppError('request.invalid', { detail: 'body' })
  } finally {
    // What still comes is thrown away, so that the client hears the answer.
    body.on('error', () => undefined)
    body.resume()
  }
  return Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
}
