import { useTranslation } from '../../lib/i18n.ts'
import { Banner } from '../../ui/banner.tsx'
import { iconShield } from '../../ui/icons.ts'
import type { SmimeMail } from './read-mail.ts'

const tones = {
  valid: 'info',
  'unknown-signer': 'warn',
  'other-address': 'danger',
  expired: 'warn',
  unclear: 'warn',
  broken: 'danger',
  part: 'warn',
} as const

/** What may be said of the signature of a mail. */
export function SignatureState({ mail }: { mail: SmimeMail }) {
  const { t } = useTranslation('smime')
  const { verdict, signer } = mail
  if (verdict === null) {
    return mail.isEncrypted ? <Banner tone="warn">{t('signature.none')}</Banner> : null
  }
  return (
    <Banner tone={tones[verdict]} {...(verdict === 'valid' ? { icon: iconShield } : {})}>
      {t(`signature.${verdict}`, { address: signer ?? '' })}
    </Banner>
  )
}
