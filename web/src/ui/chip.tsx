import type { ReactNode } from 'react'
import styles from './chip.module.css'
import { Icon } from './icon.tsx'
import { iconClose } from './icons.ts'

interface ChipProps {
  children: ReactNode
  tone?: 'neutral' | 'accent' | 'danger' | 'warn' | 'ok'
  title?: string
  onRemove?: () => void
  /** Accessible name of the remove button. */
  removeLabel?: string
  className?: string
}

/** A small piece of text in a box: a recipient, a state. */
export function Chip({
  children,
  tone = 'neutral',
  title,
  onRemove,
  removeLabel,
  className,
}: ChipProps) {
  return (
    <span
      className={[styles.chip, styles[tone], className].filter(Boolean).join(' ')}
      title={title}
    >
      <span className={styles.text}>{children}</span>
      {onRemove && (
        <button
          type="button"
          tabIndex={-1}
          className={styles.remove}
          aria-label={removeLabel}
          onClick={onRemove}
        >
          <Icon icon={iconClose} size={14} />
        </button>
      )}
    </span>
  )
}
