import { type TextareaHTMLAttributes, useId } from 'react'
import styles from './text-area.module.css'

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string
  error?: string | null | undefined
  hint?: string
  hideLabel?: boolean
}

/** Several lines of text. */
export function TextArea({ label, error, hint, hideLabel, className, ...rest }: TextAreaProps) {
  const id = useId()
  const note = error || hint
  return (
    <div className={[styles.field, className].filter(Boolean).join(' ')}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      <textarea
        id={id}
        rows={4}
        {...rest}
        className={[styles.area, error && styles.wrong].filter(Boolean).join(' ')}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? `${id}-note` : undefined}
      />
      {note && (
        <p
          id={`${id}-note`}
          className={error ? styles.error : styles.hint}
          role={error ? 'alert' : undefined}
        >
          {note}
        </p>
      )}
    </div>
  )
}
