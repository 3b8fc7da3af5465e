import { copyText } from '../../lib/copy-text.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { iconCopy } from '../../ui/icons.ts'
import { toast } from '../../ui/toast-store.ts'
import styles from './console.module.css'

/** A password that was just made: nobody sees it again. */
export function ShownPassword({ password, onClose }: { password: string; onClose: () => void }) {
  const { t } = useTranslation('console')
  const copy = async () => {
    await copyText(password)
    toast({ kind: 'success', text: t('password.copied') })
  }
  return (
    <div className={styles.form}>
      <p>{t('password.text')}</p>
      <output className={styles.password}>{password}</output>
      <div className={styles.actions}>
        <Button kind="primary" icon={iconCopy} data-autofocus onClick={() => void copy()}>
          {t('password.copy')}
        </Button>
        <Button onClick={onClose}>{t('close')}</Button>
      </div>
    </div>
  )
}
