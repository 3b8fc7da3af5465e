import { smime } from '@hongyan/contract/smime'
import { call } from '../../lib/api.ts'
import { type Bytes, fromBase64 } from './cms/bytes.ts'
import type { EncryptMeans, EntityContent } from './encrypt-mail.ts'

export { unlockedKey } from './own-key.ts'
export { PinDialog } from './pin-dialog.tsx'
export type { UnlockedKey } from './unlocked-key.ts'

/** Certificates of everybody a mail is for, and who has none. */
export async function certificatesFor(
  emails: readonly string[],
): Promise<{ certificates: Bytes[]; missing: string[] }> {
  const asked = [...new Set(emails.map((one) => one.toLowerCase()))]
  const { list, missing } = await call(smime.getKeyByEmail, { body: { emails: asked } })
  return { certificates: list.map(({ certificate }) => fromBase64(certificate)), missing }
}

/** CMS is a chunk of its own: only who encrypts loads it. */
export const encryptMail = async (content: EntityContent, means: EncryptMeans): Promise<number> =>
  (await import('./encrypt-mail.ts')).encryptMail(content, means)
