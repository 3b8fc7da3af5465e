import { BlobStoreFull } from '../../platform/blobs/blobs.ts'
import { replies } from './replies.ts'
import type { Reply } from './types.ts'

/** PostgreSQL's disk_full and the file system's words for the same. */
const fullCodes = new Set(['53100', 'ENOSPC', 'EDQUOT'])

/** The answer for whatever storing threw: always "try later", so that a mail is never refused for our trouble (P3, P4). */
export function replyFor(thrown: unknown): Reply {
  if (!(thrown instanceof Error)) return replies.tryLater
  const code = 'code' in thrown ? String(thrown.code) : ''
  if (thrown instanceof BlobStoreFull || fullCodes.has(code)) return replies.storeFull
  return replies.tryLater
}
