import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ownKeyQuery } from './own-key.ts'
import { PinForm } from './pin-form.tsx'
import styles from './smime.module.css'
import type { UnlockedKey } from './unlocked-key.ts'

interface PinDialogProps {
  /** Null: the dialog was closed. */
  onAnswer: (key: UnlockedKey | null) => void
}

/** The PIN before an encrypted mail is signed and sent, and what encryption does not hide. */
export function PinDialog({ onAnswer }: PinDialogProps) {
  const { t } = useTranslation('smime')
  const { data, error } = useQuery({ ...ownKeyQuery, retry: false })
  const own = data?.key
  const close = () => onAnswer(null)
  const cancel = <Button onClick={close}>{t('common:cancel')}</Button>
  return (
    <Dialog title={t('send.title')} closeLabel={t('common:close')} width={480} onClose={close}>
      <div className={styles.dialog}>
        <p>{t('send.hidden')}</p>
        <p className={styles.hint}>{t('send.notHidden')}</p>
        {error && (
          <p className={styles.error} role="alert">
            {error.message}
          </p>
        )}
        {own === null && (
          <>
            <p className={styles.error} role="alert">
              {t('noKey')}
            </p>
            <div className={styles.buttons}>
              {cancel}
              <a className={styles.link} href="#/set/decryption">
                {t('makeKey')}
              </a>
            </div>
          </>
        )}
        {own && (
          <PinForm action={t('send.action')} onUnlocked={onAnswer}>
            {cancel}
          </PinForm>
        )}
      </div>
    </Dialog>
  )
}
