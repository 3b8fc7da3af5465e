import type { ButtonHTMLAttributes, Ref } from 'react'
import { Icon } from './icon.tsx'
import styles from './icon-button.module.css'
import { Tooltip } from './tooltip.tsx'

export interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: string
  /** The accessible name, shown as the tooltip too. */
  label: string
  /** Key that does the same, shown in the tooltip. */
  shortcut?: string
  /** Set for a toggle. */
  pressed?: boolean
  size?: 'sm' | 'md'
  filled?: boolean
  ref?: Ref<HTMLButtonElement>
}

export function IconButton(props: IconButtonProps) {
  const { icon, label, shortcut, pressed, size = 'md', filled, className, ...rest } = props
  return (
    <Tooltip text={label} {...(shortcut ? { shortcut } : {})}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        aria-pressed={pressed}
        className={[styles.button, styles[size], className].filter(Boolean).join(' ')}
      >
        <Icon icon={icon} size={size === 'sm' ? 18 : 20} filled={filled ?? false} />
      </button>
    </Tooltip>
  )
}
