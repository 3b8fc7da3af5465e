import type { ReactNode } from 'react'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import styles from './confirm-dialog.module.css'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  title: string
  words: { close: string; cancel: string; confirm: string }
  /** Esc, the cross and the backdrop mean no, as "cancel" does. */
  onCancel: () => void
  onConfirm: () => void
  /** What it does cannot be undone: the focus begins on "cancel", so that Enter alone destroys nothing. */
  danger?: boolean
  /** Being done: the button waits. */
  busy?: boolean
  /** Why it was refused. */
  error?: string | null
  width?: number
  children: ReactNode
}

/** A question with two answers. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, words, onCancel, onConfirm, danger = false, busy = false, error, width } = props
  return (
    <Dialog
      title={title}
      closeLabel={words.close}
      onClose={onCancel}
      {...(width && { width })}
      footer={
        <>
          <Button data-autofocus={danger || undefined} onClick={onCancel}>
            {words.cancel}
          </Button>
          <Button
            kind={danger ? 'danger' : 'primary'}
            data-autofocus={!danger || undefined}
            busy={busy}
            onClick={onConfirm}
          >
            {words.confirm}
          </Button>
        </>
      }
    >
      <div className={styles.question}>
        {props.children}
        {error && <Banner tone="danger">{error}</Banner>}
      </div>
    </Dialog>
  )
}
