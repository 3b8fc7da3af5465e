import { useTranslation } from '../../lib/i18n.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { LabelPicker, type Marking } from './label-picker.tsx'

/** The picker of labels, opened by a key. */
export function MarkDialog({ onClose, ...marking }: Marking & { onClose: () => void }) {
  const { t } = useTranslation('labels')
  return (
    <Dialog title={t('mark')} closeLabel={t('common:close')} width={360} onClose={onClose}>
      <LabelPicker {...marking} close={onClose} />
    </Dialog>
  )
}
