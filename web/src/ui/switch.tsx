import type { InputHTMLAttributes, ReactNode } from 'react'
import styles from './switch.module.css'

interface SwitchProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'size'> {
  /** Visible text; without it give an aria-label or aria-labelledby. */
  children?: ReactNode
}

/** On or off, at once. */
export function Switch({ children, className, ...rest }: SwitchProps) {
  // An empty label around it would be a second one beside that of its row.
  const Around = children === undefined ? 'span' : 'label'
  return (
    <Around className={[styles.label, className].filter(Boolean).join(' ')}>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its state by itself */}
      <input type="checkbox" role="switch" className={styles.track} {...rest} />
      {children}
    </Around>
  )
}
