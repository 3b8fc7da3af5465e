import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

interface ConfirmDestroyProps {
  count: number
  onCancel: () => void
  onConfirm: () => void
}

/** The one question before mail is gone for good. */
export function ConfirmDestroy({ count, onCancel, onConfirm }: ConfirmDestroyProps) {
  const { t } = useTranslation('list')
  return (
    <Dialog
      title={t('confirmDestroyTitle')}
      closeLabel={t('common:close')}
      onClose={onCancel}
      footer={
        <>
          <Button onClick={onCancel}>{t('common:cancel')}</Button>
          <Button kind="danger" data-autofocus onClick={onConfirm}>
            {t('deleteForGood')}
          </Button>
        </>
      }
    >
      {t('confirmDestroy', { count })}
    </Dialog>
  )
}
