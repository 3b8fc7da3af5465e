import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import styles from './button.module.css'
import { Icon } from './icon.tsx'
import { Spinner } from './spinner.tsx'

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger'
  size?: 'sm' | 'md' | 'lg'
  icon?: string
  /** Shows a spinner and ignores clicks; the label stays so that the width does not jump. */
  busy?: boolean
  block?: boolean
  children?: ReactNode
  ref?: Ref<HTMLButtonElement>
}

export function Button(props: ButtonProps) {
  const { kind = 'secondary', size = 'md', icon, busy, block, children, className, ...rest } = props
  const classes = [styles.button, styles[kind], styles[size], block && styles.block, className]
  return (
    <button
      type="button"
      {...rest}
      className={classes.filter(Boolean).join(' ')}
      aria-busy={busy || undefined}
      disabled={rest.disabled || busy}
    >
      {busy ? <Spinner size={16} /> : icon && <Icon icon={icon} size={18} />}
      {children !== undefined && <span className={styles.label}>{children}</span>}
    </button>
  )
}
