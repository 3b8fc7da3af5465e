import { useTranslation } from '../../../lib/i18n.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'

interface ConfirmDestroyProps {
  count: number
  onCancel: () => void
  onConfirm: () => void
}

/** The one question before mail is gone for good. */
export function ConfirmDestroy({ count, onCancel, onConfirm }: ConfirmDestroyProps) {
  const { t } = useTranslation('list')
  return (
    <ConfirmDialog
      title={t('confirmDestroyTitle')}
      words={{
        close: t('common:close'),
        cancel: t('common:cancel'),
        confirm: t('deleteForGood'),
      }}
      danger
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      {t('confirmDestroy', { count })}
    </ConfirmDialog>
  )
}
