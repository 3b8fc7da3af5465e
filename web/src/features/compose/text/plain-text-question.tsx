import { useTranslation } from '../../../lib/i18n.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import styles from '../screen/compose.module.css'

/** Says what is lost before it is. */
export function PlainTextQuestion({ onAnswer }: { onAnswer: (yes: boolean) => void }) {
  const { t } = useTranslation('compose')
  return (
    <ConfirmDialog
      title={t('plain.title')}
      words={{ close: t('close'), cancel: t('cancel'), confirm: t('plain.on') }}
      onCancel={() => onAnswer(false)}
      onConfirm={() => onAnswer(true)}
    >
      {t('plain.loses')}
    </ConfirmDialog>
  )
}

interface PlainTextBannerProps {
  canUndo: boolean
  onUndo: () => void
}

/** Says how the mail leaves, and offers the way back. */
export function PlainTextBanner({ canUndo, onUndo }: PlainTextBannerProps) {
  const { t } = useTranslation('compose')
  return (
    <div className={styles.plainBanner}>
      <Banner
        tone="info"
        action={
          canUndo && (
            <Button size="sm" kind="quiet" onClick={onUndo}>
              {t('plain.undo')}
            </Button>
          )
        }
      >
        {t('plain.note')}
      </Banner>
    </div>
  )
}
