import { type ReactNode, useId } from 'react'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import styles from './form-dialog.module.css'

interface FormDialogProps {
  title: string
  words: { close: string; cancel: string; submit: string }
  /** Cancel, and whatever else closes it unless `onDismiss` is there. */
  onClose: () => void
  /** Esc, the cross and a press beside it, where something that was typed could be lost (ui/use-leaving.tsx). */
  onDismiss?: () => void
  /** Enter in a field, or the first button. Nothing is closed by it: whoever refuses keeps all that was typed. */
  onSubmit: () => void
  /** Being saved: the button waits. */
  busy?: boolean
  /** Why it was refused, when no field can say it. */
  error?: string | null
  /** What it does cannot be undone: something must be typed first, or else it is a ConfirmDialog. */
  danger?: boolean
  /** The focus begins on the button: everything is filled in already. */
  startsAtSubmit?: boolean
  /** The browser looks at what is required and at ranges before anything is submitted; whoever says it at the fields does not want that. */
  checked?: boolean
  /** A further button, at the other end of the foot. */
  extra?: ReactNode
  width?: number
  children: ReactNode
}

/** A modal dialog that asks for something: fields, "cancel" and a button that submits them. */
export function FormDialog(props: FormDialogProps) {
  const { title, words, onClose, onSubmit, busy = false, error, extra, width, children } = props
  const id = useId()
  return (
    <Dialog
      title={title}
      closeLabel={words.close}
      onClose={props.onDismiss ?? onClose}
      {...(width && { width })}
      footer={
        <>
          {extra && <div className={styles.first}>{extra}</div>}
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button
            kind={props.danger ? 'danger' : 'primary'}
            type="submit"
            form={id}
            busy={busy}
            data-autofocus={(props.startsAtSubmit && !props.danger) || undefined}
          >
            {words.submit}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className={styles.form}
        noValidate={!props.checked}
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        {error && <Banner tone="danger">{error}</Banner>}
        {children}
      </form>
    </Dialog>
  )
}
