import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface LeavingWords {
  close: string
  title: string
  text: string
  stay: string
  leave: string
}

/** Whether what was typed is to be lost. */
export const LeavingQuestion = ({
  words,
  onStay,
  onLeave,
}: {
  words: LeavingWords
  onStay: () => void
  onLeave: () => void
}) => (
  <ConfirmDialog
    title={words.title}
    words={{ close: words.close, cancel: words.stay, confirm: words.leave }}
    danger
    onCancel={onStay}
    onConfirm={onLeave}
  >
    <p>{words.text}</p>
  </ConfirmDialog>
)

interface Leaving {
  /** For Esc, the cross and a press beside the dialog; its "cancel" says already that nothing is to be kept. */
  onDismiss: () => void
  question: ReactNode
}

/** A dialog in which something was typed asks before a key or a press beside it loses that. */
export function useLeaving(form: unknown, words: LeavingWords, onLeave: () => void): Leaving {
  const now = JSON.stringify(form)
  const [first] = useState(now)
  const [asks, setAsks] = useState(false)
  const question = asks && (
    <LeavingQuestion words={words} onStay={() => setAsks(false)} onLeave={onLeave} />
  )
  return { onDismiss: () => (now === first ? onLeave() : setAsks(true)), question }
}
