import type { Endpoint, Reply } from '@hongyan/contract/endpoint'
import { requestHeaders, unwrap, urlOf } from './api.ts'
import { offlineError } from './api-error.ts'
import { suspectLine } from './line.ts'
import { withToken } from './with-token.ts'

export interface UploadOptions {
  /** Called with 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
  /** Further form fields, sent before the file. */
  fields?: Record<string, string>
  query?: Record<string, unknown>
}

/**
 * Sends one file as multipart field `file`. XMLHttpRequest because fetch reports no upload progress.
 * Throws ApiError, or an AbortError when `signal` fires.
 */
export async function upload<E extends Endpoint>(
  endpoint: E,
  file: File,
  options: UploadOptions = {},
): Promise<Reply<E>> {
  const form = new FormData()
  for (const [name, value] of Object.entries(options.fields ?? {})) form.set(name, value)
  form.set('file', file, file.name)
  const url = urlOf(endpoint, { query: options.query })
  return unwrap(await withToken((token) => post({ url, form, token }, options)))
}

/** Sends text fields as multipart form data. Throws ApiError. */
export async function sendForm<E extends Endpoint>(
  endpoint: E,
  fields: Record<string, string>,
): Promise<Reply<E>> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const url = urlOf(endpoint)
  return unwrap(await withToken((token) => post({ url, form, token }, {})))
}

const stalledAfter = 60_000

interface Request {
  url: string
  form: FormData
  token: string | null
}

function post(
  { url, form, token }: Request,
  { onProgress, signal }: UploadOptions,
): Promise<{ status: number; body: unknown }> {
  const xhr = new XMLHttpRequest()
  const abort = () => xhr.abort()
  let watch: ReturnType<typeof setTimeout> | undefined
  return new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    if (signal?.aborted) return reject(aborted())
    xhr.open('POST', url)
    for (const [name, value] of Object.entries(requestHeaders(token)))
      xhr.setRequestHeader(name, value)
    // A line that is dead without saying so: no byte leaves and no answer comes.
    const live = () => {
      clearTimeout(watch)
      watch = setTimeout(() => {
        reject(offlineError())
        xhr.abort()
      }, stalledAfter)
    }
    xhr.upload.onprogress = ({ loaded, total }) => {
      live()
      onProgress?.(total > 0 ? loaded / total : 0)
    }
    xhr.onload = () => resolve({ status: xhr.status, body: parse(xhr.responseText) })
    xhr.onerror = () => {
      suspectLine()
      reject(offlineError())
    }
    xhr.onabort = () => reject(aborted())
    signal?.addEventListener('abort', abort, { once: true })
    live()
    xhr.send(form)
  }).finally(() => {
    clearTimeout(watch)
    signal?.removeEventListener('abort', abort)
  })
}

const aborted = () => new DOMException('The upload was cancelled', 'AbortError')

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
