import { type ComposeFile, compose } from '@hongyan/contract/compose'
import { uploads } from '@hongyan/contract/uploads'
import { call } from '../../../lib/api.ts'
import { upload } from '../../../lib/upload.ts'
import { fileSha256 } from './file-hash.ts'

/** A file on its way to the server. `uploadKey` names it there: the same key goes on with the same upload. */
export interface SendingFile {
  file: File
  uploadKey: string
  composeKey: string
  /** As the server calls it; null before it answered. */
  uploadId: number | null
  /** Files that the mail has already. */
  fileIds: () => number[]
  /** Begun once, asked for at the end. */
  sha256: Promise<string | null> | null
}

interface Line {
  signal: AbortSignal
  /** 0 to 1, as bytes leave. */
  onProgress: (share: number) => void
  /** A part is safe on the server. */
  onSafe: () => void
}

/** Below this size a file goes up in one request: asking before and after would take longer. */
export const oneRequest = 256 * 1024

/** Sends what the server does not have yet. @throws ApiError, AbortError, or what reading the file threw */
export function sendFile(sending: SendingFile, line: Line): Promise<ComposeFile> {
  sending.sha256 ??= fileSha256(sending.file)
  return sending.file.size <= oneRequest ? sendWhole(sending, line) : sendChunks(sending, line)
}

async function sendWhole({ file, sha256 }: SendingFile, line: Line): Promise<ComposeFile> {
  const { signal, onProgress } = line
  // Read first: a file that cannot be read would look like a line that is down.
  const bytes = await file.arrayBuffer()
  const hash = await sha256
  const fields: Record<string, string> = hash === null ? {} : { sha256: hash }
  const whole = new File([bytes], file.name, { type: file.type })
  return upload(compose.upload, whole, { signal, onProgress, fields })
}

async function sendChunks(sending: SendingFile, line: Line): Promise<ComposeFile> {
  const { file, uploadKey, composeKey, fileIds } = sending
  const { signal, onProgress, onSafe } = line
  const { name: fileName, size, type } = file
  const body = { uploadKey, composeKey, fileName, size, type, fileIds: fileIds() }
  let state = await call(uploads.start, { body }, { signal })
  sending.uploadId = state.uploadId
  while (state.file === null && state.received < size) {
    const { uploadId, received: offset, chunkSize } = state
    onProgress(offset / size)
    const bytes = await file.slice(offset, offset + chunkSize).arrayBuffer()
    state = await upload(uploads.chunk, new File([bytes], 'chunk'), {
      query: { uploadId, offset },
      signal,
      onProgress: (share) => onProgress((offset + share * bytes.byteLength) / size),
    })
    onSafe()
  }
  if (state.file !== null) return state.file
  onProgress(1)
  const hash = await sending.sha256
  const { uploadId } = state
  const check = hash === null ? {} : { sha256: hash }
  return call(uploads.finish, { body: { uploadId, ...check, fileIds: fileIds() } }, { signal })
}

/** What was received is of no use any more. */
export async function giveUp({ uploadId }: SendingFile): Promise<void> {
  if (uploadId === null) return
  try {
    await call(uploads.abort, { body: { uploadId } })
  } catch {
    // Swept after a day.
  }
}
