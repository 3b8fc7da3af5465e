import { type ReportKind, reportKinds, reportNote } from '@hongyan/contract/protection-fields'
import { useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { useLeavingWords } from '../../lib/leaving-words.ts'
import { ChoiceGroup, Radio } from '../../ui/choice-group.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useLeaving } from '../../ui/use-leaving.tsx'
import styles from './own-protection.module.css'

interface Said {
  kind: ReportKind
  note: string
  words: { moved: string; done: string }
}

interface ReportDialogProps {
  onClose: () => void
  onReport: (said: Said) => void
}

/** What is suspicious about a mail, and who will see it: who reports it shows it. */
export function ReportDialog({ onClose, onReport }: ReportDialogProps) {
  const { t } = useTranslation('protection')
  const [kind, setKind] = useState<ReportKind>('phishing')
  const [note, setNote] = useState('')
  const leaving = useLeaving(note, useLeavingWords(), onClose)
  const submit = () => {
    onClose()
    const words = { moved: t('report.moved'), done: t('report.done') }
    onReport({ kind, note: note.trim(), words })
  }
  return (
    <FormDialog
      title={t('report.title')}
      words={{
        close: t('common:close'),
        cancel: t('common:cancel'),
        submit: t('report.submit'),
      }}
      onClose={onClose}
      onDismiss={leaving.onDismiss}
      onSubmit={submit}
    >
      <p className={styles.about}>{t('report.about')}</p>
      <ChoiceGroup title={t('report.kind')}>
        {reportKinds.map((one) => (
          <Radio key={one} name="report-kind" checked={kind === one} onChange={() => setKind(one)}>
            {t(`report.${one}`)}
          </Radio>
        ))}
      </ChoiceGroup>
      <TextArea
        label={t('report.note')}
        placeholder={t('report.noteHint')}
        rows={3}
        maxLength={reportNote}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      {leaving.question}
    </FormDialog>
  )
}
