import { type ReactNode, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useSaving } from './use-saving.ts'

interface Question {
  title: string
  text: string
  /** What the button that does it says. */
  confirm: string
  work: () => Promise<unknown>
  /** What is said when it is done, instead of that it is saved. */
  done?: string
}

/** Asks before what cannot be undone, and says in its own dialog why it was refused. */
export function useQuestion(): { put: (question: Question) => void; dialog: ReactNode } {
  const { t } = useTranslation('console')
  const [question, setQuestion] = useState<Question | null>(null)
  const [busy, setBusy] = useState(false)
  const { error, attempt, forget } = useSaving()
  const close = () => {
    setQuestion(null)
    forget()
  }
  const go = async ({ work, done }: Question) => {
    setBusy(true)
    if (await attempt(work, done)) close()
    setBusy(false)
  }
  const dialog = question && (
    <ConfirmDialog
      title={question.title}
      words={{ close: t('close'), cancel: t('common:cancel'), confirm: question.confirm }}
      danger
      busy={busy}
      error={error}
      onCancel={close}
      onConfirm={() => void go(question)}
    >
      <p>{question.text}</p>
    </ConfirmDialog>
  )
  return { put: setQuestion, dialog }
}
