import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  title: string
  text?: string
  picture?: ReactNode
  /** How something ended: the picture takes its colour. */
  tone?: 'ok' | 'warn'
  action?: ReactNode
  /** It is the whole page, and this its heading. */
  isPage?: boolean
}

export function EmptyState(props: EmptyStateProps) {
  const { title, text, picture, tone, action, isPage = false } = props
  return (
    <div className={styles.empty}>
      {picture && (
        <div className={styles.picture} data-tone={tone}>
          {picture}
        </div>
      )}
      {isPage ? <h1 className={styles.title}>{title}</h1> : <p className={styles.title}>{title}</p>}
      {text && <p className={styles.text}>{text}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
