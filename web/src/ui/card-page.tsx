import type { ReactNode } from 'react'
import { BrandMark } from './brand-mark.tsx'
import styles from './card-page.module.css'

interface CardPageProps {
  title: string
  note: string
  /** Beside the brand: what may be needed before one can read the rest. */
  corner: ReactNode
  children: ReactNode
}

/** A page of its own with one form, in the middle of the window. */
export const CardPage = ({ title, note, corner, children }: CardPageProps) => (
  <main className={styles.page}>
    <div className={styles.card}>
      <div className={styles.brand}>
        <BrandMark size={28} />
        {corner}
      </div>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.note}>{note}</p>
      {children}
    </div>
  </main>
)
