import { type ErrorCode, errorText } from '@hongyan/contract/errors'
import { useState } from 'react'
import { translate } from '../../../lib/i18n.ts'
import { currentLanguage } from '../../../lib/language.ts'
import type { UnlockedKey } from '../../smime/encrypted-send.public.ts'
import type { ComposeContent, contentRequest } from '../draft/compose-content.ts'

/** Answers the question for the PIN; null: not now. */
export type PinAsked = (key: UnlockedKey | null) => void

/** Signs, encrypts and uploads a mail. @returns the file that leaves in its place */
export type EncryptMail = (request: ReturnType<typeof contentRequest>) => Promise<number>

export type Encryption =
  /** `encrypt` is null for a mail that is not to be encrypted. */
  | { kind: 'ready'; encrypt: EncryptMail | null }
  | { kind: 'refused'; text: string }
  /** The PIN was not given. */
  | { kind: 'given-up' }

/** What comes before an encrypted mail is sent: certificates of everybody it is for, and the PIN. */
export function useEncryption() {
  const [isPreparing, setPreparing] = useState(false)
  const [pinAsked, setPinAsked] = useState<{ answer: PinAsked } | null>(null)

  const askPin = (): Promise<UnlockedKey | null> =>
    new Promise((resolve) => {
      const answer: PinAsked = (key) => {
        setPinAsked(null)
        resolve(key)
      }
      setPinAsked({ answer })
    })

  const prepare = async (content: ComposeContent): Promise<Encryption> => {
    if (!content.encrypt) return { kind: 'ready', encrypt: null }
    const mix = wrongMix(content)
    if (mix) return { kind: 'refused', text: errorText(mix, currentLanguage()) }
    setPreparing(true)
    try {
      const smime = await import('../../smime/encrypted-send.public.ts')
      const { to, cc } = content.recipients
      const emails = [...to, ...cc].map((one) => one.address)
      const { recipients, missing } = await smime.certificatesFor(emails)
      if (missing.length > 0) {
        const list = missing.join(', ')
        return { kind: 'refused', text: translate('compose:encrypt.missing', { list }) }
      }
      const key = smime.unlockedKey() ?? (await askPin())
      if (!key) return { kind: 'given-up' }
      return {
        kind: 'ready',
        encrypt: (request) => smime.encryptMail(request, { key, recipients }),
      }
    } catch (error) {
      return { kind: 'refused', text: error instanceof Error ? error.message : String(error) }
    } finally {
      setPreparing(false)
    }
  }

  return { pinAsked: pinAsked?.answer ?? null, isPreparing, prepare }
}

/** What cannot be combined with encryption; the server asks the same. */
function wrongMix({ recipients, isSeparate, authorisation }: ComposeContent): ErrorCode | null {
  if (recipients.bcc.length > 0) return 'encrypt.blind'
  if (isSeparate) return 'encrypt.separate'
  return authorisation ? 'encrypt.authorised' : null
}
