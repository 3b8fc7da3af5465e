import { useTranslation } from '../../lib/i18n.ts'
import { Banner } from '../../ui/banner.tsx'
import { Icon } from '../../ui/icon.tsx'
import { iconShield } from '../../ui/icons.ts'
import type { SmimeMail } from './read-mail.ts'
import styles from './smime.module.css'

const tones = {
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
  if (verdict === 'valid') {
    return (
      <p className={styles.good} role="note">
        <Icon icon={iconShield} size={14} />
        {t('signature.valid', { address: signer ?? '' })}
      </p>
    )
  }
  return (
    <Banner tone={tones[verdict]}>{t(`signature.${verdict}`, { address: signer ?? '' })}</Banner>
  )
}
