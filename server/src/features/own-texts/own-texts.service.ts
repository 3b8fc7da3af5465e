import type { BlobStore } from '../../platform/blobs/blobs.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Signer } from '../../platform/crypto/signer.ts'
import type { Database } from '../../platform/db/pool.ts'
import type { AccountId, UserId } from '../../platform/ids.ts'
import { createOwnPictures } from './own-pictures.service.ts'
import { unframed } from './paper-frame.ts'
import { createSignatures } from './signatures.service.ts'
import { createSystemSignatures } from './system-signatures.ts'
import { createTemplates } from './templates.service.ts'

interface Options {
  database: Database
  blobs: BlobStore
  clock: Clock
  signer: Signer
  settings: { of(userId: UserId): Promise<{ signPosition: number }> }
}

/** Signatures, letter templates, letter papers and their pictures, and what writing a mail takes of them. */
export type OwnTexts = ReturnType<typeof createOwnTexts>

export function createOwnTexts(options: Options) {
  const ownPictures = createOwnPictures(options)
  const parts = { database: options.database, ownPictures }
  const signatures = createSignatures(parts)
  const templates = createTemplates(parts)
  return {
    ownPictures,
    signatures,
    templates,
    systemSignatures: createSystemSignatures(parts),
    /** Where a signature stands in an answer, by the setting of who writes. */
    positionOf: async (userId: UserId): Promise<'above' | 'below'> =>
      (await options.settings.of(userId)).signPosition === 0 ? 'below' : 'above',
    signature: (accountId: AccountId) => signatures.forMail(accountId, { use: 'reply' }),
    frame: templates.frame,
    unframed,
    sweep: ownPictures.sweep,
  }
}
