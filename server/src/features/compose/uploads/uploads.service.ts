import { randomUUID } from 'node:crypto'
import type { ComposeFile } from '@hongyan/contract/compose'
import { limits } from '@hongyan/contract/limits'
import { AppError } from '../../../platform/errors.ts'
import type { AccountId } from '../../../platform/ids.ts'
import { freeNow, hashInTurns } from '../../../platform/in-turns.ts'
import { fileNameOf, fileType, insertablePicture, isRefusedName } from './file-rules.ts'
import type { WaitingFiles } from './waiting-files.ts'

/** A file as it came by multipart. */
export interface IncomingFile {
  fileName: string
  type: string
  bytes: Buffer
  fields: Record<string, string>
}

/** Takes files in, by the rules of specification §5: the server checks them all. */
export function createUploads(files: WaitingFiles) {
  return {
    /** @throws upload.too-big, upload.empty, upload.suffix, upload.integrity, upload.full */
    addFile: async (
      accountId: AccountId,
      receive: () => Promise<IncomingFile>,
      refusedSuffixes: readonly string[],
    ): Promise<ComposeFile> => {
      const file = await received(receive, 'upload.too-big')
      if (isRefusedName(file.fileName, refusedSuffixes)) throw new AppError('upload.suffix')
      await checkIntegrity(file)
      const kept = await files.keep(accountId, {
        fileName: fileNameOf(file.fileName),
        type: fileType(file.type),
        contentId: null,
        bytes: file.bytes,
      })
      freeNow(file.bytes)
      return kept
    },

    /** @throws upload.picture-too-big, upload.empty, upload.not-picture, upload.full */
    addPicture: async (
      accountId: AccountId,
      receive: () => Promise<IncomingFile>,
    ): Promise<ComposeFile> => {
      const { bytes, fileName } = await received(receive, 'upload.picture-too-big')
      const type = insertablePicture(bytes)
      if (type === null) throw new AppError('upload.not-picture')
      const contentId = `${randomUUID()}@hongyan`
      return files.keep(accountId, { fileName: fileNameOf(fileName), type, contentId, bytes })
    },
  }
}

/** What may be uploaded, in bytes: the limit of each door is given to the reader of the request. */
export const uploadLimits = {
  file: limits.upload,
  picture: limits.picture,
  chunk: limits.uploadChunk,
}

async function received(
  receive: () => Promise<IncomingFile>,
  tooBig: 'upload.too-big' | 'upload.picture-too-big',
): Promise<IncomingFile> {
  try {
    const file = await receive()
    if (file.bytes.length === 0) throw new AppError('upload.empty')
    return file
  } catch (thrown) {
    const isTooBig = thrown instanceof AppError && thrown.code === 'request.too-large'
    throw isTooBig ? new AppError(tooBig) : thrown
  }
}

/** The client's own SHA-256 over the file, when it sent one (COMPOSE-19). */
async function checkIntegrity({ bytes, fields }: IncomingFile): Promise<void> {
  const claimed = fields.sha256?.trim().toLowerCase() ?? ''
  if (claimed === '') return
  const actual = (await hashInTurns(bytes)).toString('hex')
  if (claimed !== actual) throw new AppError('upload.integrity')
}
