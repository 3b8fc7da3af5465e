import { type InputHTMLAttributes, type ReactNode, useEffect, useRef } from 'react'
import styles from './checkbox.module.css'

interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'size'> {
  /** Some but not all. */
  mixed?: boolean
  /** Visible text; without it give an aria-label. */
  children?: ReactNode
}

export function Checkbox({ mixed = false, children, className, ...rest }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = mixed
  }, [mixed])
  return (
    <label className={[styles.label, className].filter(Boolean).join(' ')}>
      <input ref={input} type="checkbox" className={styles.box} {...rest} />
      {children}
    </label>
  )
}
