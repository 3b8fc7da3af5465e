import { type ReactNode, useRef } from 'react'
import styles from './banner.module.css'
import { Icon } from './icon.tsx'
import { iconInfo, iconWarning } from './icons.ts'
import { useFocusStays } from './use-focus-stays.ts'

interface BannerProps {
  tone: 'info' | 'warn' | 'danger'
  icon?: string
  children: ReactNode
  action?: ReactNode
}

/** One line about what is on screen. */
export function Banner({ tone, icon, children, action }: BannerProps) {
  const banner = useRef<HTMLDivElement>(null)
  useFocusStays(banner)
  return (
    <div
      ref={banner}
      className={[styles.banner, styles[tone]].join(' ')}
      role={tone === 'info' ? 'note' : 'alert'}
    >
      <Icon icon={icon ?? (tone === 'info' ? iconInfo : iconWarning)} size={18} />
      <div className={styles.text}>{children}</div>
      {action}
    </div>
  )
}
