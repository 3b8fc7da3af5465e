import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { hostOf } from './link-text.ts'
import styles from './reader.module.css'

interface DoubtfulLinkDialogProps {
  href: string
  onClose: () => void
}

/** Asks before a link is followed whose text named another site (T29). */
export function DoubtfulLinkDialog({ href, onClose }: DoubtfulLinkDialogProps) {
  const { t } = useTranslation('reader')
  const follow = () => {
    window.open(href, '_blank', 'noopener,noreferrer')
    onClose()
  }
  return (
    <Dialog
      title={t('linkTitle')}
      closeLabel={t('common:close')}
      onClose={onClose}
      footer={
        <>
          <Button data-autofocus kind="primary" onClick={onClose}>
            {t('linkStay')}
          </Button>
          <Button onClick={follow}>{t('linkGo')}</Button>
        </>
      }
    >
      <p>{t('linkMisleads', { host: hostOf(href) ?? '' })}</p>
      <p className={styles.linkTarget}>{href}</p>
    </Dialog>
  )
}
