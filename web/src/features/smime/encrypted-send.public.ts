import { smime } from '@hongyan/contract/smime'
import { call } from '../../lib/api.ts'
import { fromBase64 } from './cms/bytes.ts'
import type { Recipient } from './cms/cms-encrypt.ts'
import type { EncryptMeans, EntityContent } from './encrypt-mail.ts'

export { unlockedKey } from './own-key.ts'
export { PinDialog } from './pin-dialog.tsx'
export type { UnlockedKey } from './unlocked-key.ts'

/** Everybody a mail is for by certificate, and who has none that is in its time. */
export async function certificatesFor(
  emails: readonly string[],
): Promise<{ recipients: Recipient[]; missing: string[] }> {
  const asked = [...new Set(emails.map((one) => one.toLowerCase()))]
  const { list, missing } = await call(smime.getKeyByEmail, { body: { emails: asked } })
  const { readCertificate } = await import('./cms/certificate.ts')
  const now = new Date()
  const recipients: Recipient[] = []
  for (const { email, certificate: base64, source, capabilities } of list) {
    const certificate = fromBase64(base64)
    const { from, to } = await readCertificate(certificate)
    if (now < from || now > to) missing.push(email)
    else recipients.push({ certificate, reads: source === 'here' ? 'here' : capabilities })
  }
  return { recipients, missing }
}

/** CMS is a chunk of its own: only who encrypts loads it. */
export const encryptMail = async (content: EntityContent, means: EncryptMeans): Promise<number> =>
  (await import('./encrypt-mail.ts')).encryptMail(content, means)
