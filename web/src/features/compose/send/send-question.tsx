import { useTranslation } from '../../../lib/i18n.ts'
import { ConfirmDialog } from '../screen/confirm-dialog.tsx'
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
      yes={t(`ask.${question.kind}Yes`)}
      no={t(`ask.${question.kind}No`)}
      onAnswer={answer}
    >
      {t(`ask.${question.kind}`, values)}
    </ConfirmDialog>
  )
}
