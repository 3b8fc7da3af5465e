import { type ReactNode, useId } from 'react'
import styles from './organisation.module.css'

interface SectionProps {
  title: string
  hint?: string
  /** Beside the title. */
  action?: ReactNode
  children: ReactNode
}

/** A part of the page with its heading. */
export function Section({ title, hint, action, children }: SectionProps) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <header className={styles.head}>
        <div>
          <h2 id={id}>{title}</h2>
          {hint && <p className={styles.hint}>{hint}</p>}
        </div>
        {action}
      </header>
      {children}
    </section>
  )
}
