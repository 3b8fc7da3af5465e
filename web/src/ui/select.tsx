import { type ReactNode, type SelectHTMLAttributes, useId } from 'react'
import styles from './select.module.css'

export interface Option {
  value: string
  label: string
  disabled?: boolean
}

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  label: string
  hideLabel?: boolean
  error?: string | null | undefined
  options?: readonly Option[]
  /** Instead of `options`, as with groups. */
  children?: ReactNode
}

/** A choice of one, as the browser draws it: it works with every keyboard and on every phone. */
export function Select(props: SelectProps) {
  const { label, hideLabel, error, options, children, className, ...rest } = props
  const id = useId()
  return (
    <div className={[styles.field, className].filter(Boolean).join(' ')}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      <select
        id={id}
        {...rest}
        className={[styles.select, error && styles.wrong].filter(Boolean).join(' ')}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-note` : undefined}
      >
        {options?.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
        {children}
      </select>
      {error && (
        <p id={`${id}-note`} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
