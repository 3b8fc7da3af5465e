import { useTranslation } from '../../../lib/i18n.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { Asked } from './use-send.ts'

/** Asks one of the questions before sending. */
export function SendQuestionDialog({ asked }: { asked: Asked }) {
  const { t } = useTranslation('compose')
  const { question, answer } = asked
  const values =
    question.kind === 'invalid' || question.kind === 'variables'
      ? { list: question.list.join(', ') }
      : question.kind === 'mass'
        ? { n: question.count }
        : {}
  return (
    <ConfirmDialog
      key={question.kind}
      title={t('ask.title')}
      words={{
        close: t('close'),
        cancel: t(`ask.${question.kind}No`),
        confirm: t(`ask.${question.kind}Yes`),
      }}
      onCancel={() => answer(false)}
      onConfirm={() => answer(true)}
    >
      {t(`ask.${question.kind}`, values)}
    </ConfirmDialog>
  )
}
