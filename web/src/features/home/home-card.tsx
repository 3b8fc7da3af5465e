import { type ReactNode, useId } from 'react'
import { Link } from '../../lib/router/link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { iconChevronRight } from '../../ui/icons.ts'
import styles from './home.module.css'

interface CardProps {
  title: string
  icon: string
  count?: number | undefined
  /** Where the whole of it is. */
  more?: { to: string; text: string }
  children: ReactNode
}

/** A card of the home screen: a heading, a few lines, and the way to all of them. */
export function Card({ title, icon, count, more, children }: CardProps) {
  const heading = useId()
  return (
    <section className={styles.card} aria-labelledby={heading}>
      <header className={styles.cardHead}>
        <Icon icon={icon} size={18} />
        <h2 id={heading} className={styles.cardTitle}>
          {title}
        </h2>
        {count !== undefined && <span className={styles.count}>{count}</span>}
        {more && (
          <Link to={more.to} data-stop className={styles.more}>
            {more.text}
            <Icon icon={iconChevronRight} size={14} />
          </Link>
        )}
      </header>
      {children}
    </section>
  )
}
