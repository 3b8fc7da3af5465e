import { z } from 'zod'
import { composeFile } from './compose.ts'
import { endpoint } from './endpoint.ts'
import { id, idList, nothing, ownAddress, text } from './fields.ts'
import { limits } from './limits.ts'

/** An upload in pieces, as the server has it. */
export const uploadState = z.object({
  uploadId: z.number(),
  size: z.number(),
  /** Bytes that survive whatever happens now; the next chunk begins here. */
  received: z.number(),
  /** Bytes of a chunk; only the last one may be smaller. */
  chunkSize: z.number(),
  /** Set once the upload is finished. */
  file: composeFile.nullable(),
})
export type UploadState = z.infer<typeof uploadState>

/** SHA-256 of the whole file in hexadecimal, computed where the file lies (COMPOSE-19). */
const sha256 = z.string().regex(/^[0-9a-fA-F]{64}$/)

/** Files that the mail has already: they count against the limits of one mail. */
const fileIds = idList.default([])

/**
 * Attachments in chunks (decision G81): each call may be repeated after a lost answer, and an upload goes on after
 * a lost connection, a reload of the page or a crash of the server. What is not touched for a day is taken away.
 */
export const uploads = {
  start: endpoint({
    id: 'X91',
    method: 'POST',
    path: 'file/upload/start',
    summary: 'Begin an upload in chunks; the same uploadKey again answers how far it is',
    guard: 'session',
    member: 'send',
    body: z.object({
      /** Made by the client, one for each file chosen. */
      uploadKey: text(64).min(8),
      /** One for each open composer: its uploads count as one mail. */
      composeKey: text(64).min(8),
      fileName: text(1_000),
      size: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
      type: text(200).default(''),
      /** When it is known already. */
      sha256: sha256.optional(),
      fileIds,
      emailAddr: ownAddress,
    }),
    reply: uploadState,
    errors: [
      'upload.too-big',
      'upload.empty',
      'upload.suffix',
      'compose.too-many-attachments',
      'compose.duplicate-name',
      'upload.full',
      'request.too-many',
      'address.not-yours',
    ],
    rate: { max: 300, perSeconds: 60 },
  }),
  chunk: endpoint({
    id: 'X92',
    method: 'POST',
    path: 'file/upload/chunk',
    summary: 'Put the next chunk (multipart field `file`) at its offset',
    guard: 'session',
    member: 'send',
    kind: 'upload',
    bodyLimit: limits.uploadChunk + 64 * 1024,
    query: z.object({
      uploadId: id,
      offset: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
      emailAddr: ownAddress,
    }),
    reply: uploadState,
    errors: [
      'upload.offset',
      'item.not-found',
      'request.too-large',
      'request.invalid',
      'address.not-yours',
    ],
  }),
  state: endpoint({
    id: 'X93',
    method: 'GET',
    path: 'file/upload/state',
    summary: 'How far an upload is',
    guard: 'session',
    member: 'send',
    query: z.object({ uploadId: id, emailAddr: ownAddress }),
    reply: uploadState,
    errors: ['item.not-found', 'address.not-yours'],
  }),
  finish: endpoint({
    id: 'X94',
    method: 'POST',
    path: 'file/upload/finish',
    summary:
      'Put the chunks together, compare the SHA-256, and make an attachment of them; after a mismatch nothing of it is kept',
    guard: 'session',
    member: 'send',
    body: z.object({
      uploadId: id,
      sha256: sha256.optional(),
      fileIds,
      emailAddr: ownAddress,
    }),
    reply: composeFile,
    errors: [
      'upload.integrity',
      'upload.unfinished',
      'upload.too-big',
      'upload.suffix',
      'compose.too-many-attachments',
      'compose.duplicate-name',
      'upload.full',
      'item.not-found',
      'address.not-yours',
    ],
  }),
  abort: endpoint({
    id: 'X95',
    method: 'POST',
    path: 'file/upload/abort',
    summary: 'Give an upload up: what was received is taken away',
    guard: 'session',
    member: 'send',
    body: z.object({ uploadId: id, emailAddr: ownAddress }),
    reply: nothing,
    errors: ['item.not-found', 'address.not-yours'],
  }),
}
