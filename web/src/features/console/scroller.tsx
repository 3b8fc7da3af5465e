import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import styles from './console.module.css'

/** A table that may be wider than the page: where it is, the keyboard reaches it and moves it. */
export function Scroller({ children }: { children: ReactNode }) {
  const { t } = useTranslation('console')
  const box = useRef<HTMLDivElement>(null)
  const [isWide, setWide] = useState(false)
  useEffect(() => {
    const { current } = box
    const table = current?.firstElementChild
    if (!current || !table) return
    const observer = new ResizeObserver(() => setWide(current.scrollWidth > current.clientWidth))
    observer.observe(current)
    observer.observe(table)
    return () => observer.disconnect()
  }, [])
  const reached = isWide ? { role: 'group', tabIndex: 0, 'aria-label': t('table') } : {}
  return (
    <div ref={box} className={styles.scroller} {...reached}>
      {children}
    </div>
  )
}
