import { compose } from '@hongyan/contract/compose'
import type { CallInput } from '@hongyan/contract/endpoint'
import { smime } from '@hongyan/contract/smime'
import { call } from '../../lib/api.ts'
import { upload } from '../../lib/upload.ts'
import { fromBase64, toBase64 } from './cms/bytes.ts'
import { encryptFor, type Recipient } from './cms/cms-encrypt.ts'
import { signEntity } from './cms/cms-sign.ts'
import type { UnlockedKey } from './unlocked-key.ts'

export type EntityContent = CallInput<typeof smime.entity>['body']

export interface EncryptMeans {
  key: UnlockedKey
  recipients: readonly Recipient[]
}

/**
 * Signs and encrypts what the composer holds, for its recipients and the sender, and hands it to the server.
 * @returns the waiting file that leaves in place of text and files
 */
export async function encryptMail(
  content: EntityContent,
  { key, recipients }: EncryptMeans,
): Promise<number> {
  const { entity } = await call(smime.entity, { body: content })
  const signed = await signEntity(fromBase64(entity), key)
  const self: Recipient = { certificate: key.certificate, reads: 'here' }
  const encrypted = await encryptFor(signed, distinct([self, ...recipients]))
  const { fileId } = await upload(compose.upload, new File([encrypted], 'smime.p7m'))
  return fileId
}

const distinct = (recipients: readonly Recipient[]): Recipient[] => [
  ...new Map(recipients.map((one) => [toBase64(one.certificate), one])).values(),
]
