import { useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { isSignedIn } from '../../lib/session.ts'
import { attempt } from '../../lib/trouble.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { iconShield } from '../../ui/icons.ts'
import { inPairs } from './fingerprint.ts'
import { savePeer } from './peers.ts'
import type { Offered, SmimeMail } from './read-mail.ts'
import styles from './smime.module.css'

const tones = {
  'unknown-signer': 'warn',
  'other-address': 'danger',
  expired: 'warn',
  earlier: 'info',
  unclear: 'warn',
  broken: 'danger',
  part: 'warn',
} as const

interface SignatureStateProps {
  mail: SmimeMail
  /** The certificate was taken: look again. */
  onKnown: () => void
}

/** What may be said of the signature of a mail. */
export function SignatureState({ mail, onKnown }: SignatureStateProps) {
  const { t } = useTranslation('smime')
  const { verdict, signer } = mail
  if (verdict === null) {
    return mail.isEncrypted ? <Banner tone="warn">{t('signature.none')}</Banner> : null
  }
  if (verdict === 'valid' || verdict === 'accepted') {
    return (
      <p className={styles.good} role="note">
        <Icon icon={iconShield} size={14} />
        {t(`signature.${verdict}`, { address: signer ?? '' })}
      </p>
    )
  }
  return (
    <Banner
      tone={tones[verdict]}
      action={
        mail.offered && isSignedIn() && <TakeButton offered={mail.offered} onKnown={onKnown} />
      }
    >
      {t(`signature.${verdict}`, { address: signer ?? '' })}
    </Banner>
  )
}

/** A reader who knows that it is the right one takes the certificate of somebody outside. */
function TakeButton({ offered, onKnown }: { offered: Offered; onKnown: () => void }) {
  const { t } = useTranslation('smime')
  const [fingerprint, setFingerprint] = useState<string | null>(null)
  const ask = async () => {
    const { readCertificate } = await import('./cms/certificate.ts')
    setFingerprint((await readCertificate(offered.certificate)).fingerprint)
  }
  const take = async () => {
    if (await attempt(() => savePeer(offered))) onKnown()
    setFingerprint(null)
  }
  return (
    <>
      <Button size="sm" onClick={() => void ask()}>
        {t('peers.take')}
      </Button>
      {fingerprint && (
        <ConfirmDialog
          title={t('peers.take')}
          words={{ close: t('common:close'), cancel: t('common:cancel'), confirm: t('peers.take') }}
          onCancel={() => setFingerprint(null)}
          onConfirm={() => void take()}
        >
          <p>{t('peers.takeText', { address: offered.email })}</p>
          <p className={styles.fingerprint}>{inPairs(fingerprint)}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
