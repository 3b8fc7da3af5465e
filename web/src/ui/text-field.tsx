import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import styles from './text-field.module.css'

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> {
  label: string
  /** Shown under the field and read out; the typed text is never touched. */
  error?: string | null | undefined
  hint?: string
  hideLabel?: boolean
  size?: 'md' | 'lg'
  /** A control at the end of the field. */
  end?: ReactNode
  ref?: Ref<HTMLInputElement>
}

export function TextField(props: TextFieldProps) {
  const { label, error, hint, hideLabel, size = 'md', end, className, ...rest } = props
  const id = useId()
  const note = error || hint
  const notes = [rest['aria-describedby'], note && `${id}-note`].filter(Boolean).join(' ')
  return (
    <div className={[styles.field, className].filter(Boolean).join(' ')}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      <div className={[styles.box, styles[size], error && styles.wrong].filter(Boolean).join(' ')}>
        <input
          id={id}
          {...rest}
          className={styles.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={notes || undefined}
        />
        {end}
      </div>
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
