import type { ReactNode } from 'react'
import styles from './refusal.module.css'

/** Why a form was refused, said to who cannot see it too. */
export function Refusal({ children }: { children: ReactNode }) {
  return (
    <p className={styles.refusal} role="alert">
      {children}
    </p>
  )
}
