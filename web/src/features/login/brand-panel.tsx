import { useTranslation } from '../../lib/i18n.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'
import styles from './login.module.css'

/** The calm left half: name, one line, and geese that draw a letter across the sky. */
export function BrandPanel() {
  const { t } = useTranslation('login')
  return (
    <aside className={styles.brand}>
      <div className={styles.name}>
        <BrandMark size={36} />
        <span>鸿雁</span>
        <span className={styles.latin}>Hongyan</span>
      </div>
      <div className={styles.words}>
        <p className={styles.line}>{t('brandLine')}</p>
        <p className={styles.text}>{t('brandText')}</p>
      </div>
      <Sky />
    </aside>
  )
}

const geese = [
  [262, 92, 1],
  [318, 124, 0.86],
  [372, 160, 0.74],
  [424, 200, 0.64],
  [220, 142, 0.8],
  [186, 194, 0.66],
  [158, 246, 0.56],
] as const

/** The geese have what the words leave, however tall the page and however long the words; the river is at its foot. */
function Sky() {
  return (
    <>
      <svg className={styles.geese} viewBox="134 46 386 220" fill="none" aria-hidden="true">
        <circle cx="438" cy="128" r="78" fill="currentColor" opacity="0.07" />
        <circle cx="438" cy="128" r="54" fill="currentColor" opacity="0.07" />
        {geese.map(([x, y, size]) => (
          <path
            key={x}
            d="M-30 -8 C-19 -17 -9 -13 0 2 C9 -13 19 -17 30 -8 C20 -10 9 -4 2 10 L0 14 L-2 10 C-9 -4 -20 -10 -30 -8 Z"
            transform={`translate(${x} ${y}) scale(${size})`}
            fill="currentColor"
            opacity={0.35 + size * 0.5}
          />
        ))}
      </svg>
      <svg className={styles.river} viewBox="0 350 600 170" fill="none" aria-hidden="true">
        <g stroke="currentColor" strokeWidth="1.5" opacity="0.28">
          <path d="M0 418 C90 372 150 398 226 376 S 372 318 452 356 S 560 380 600 352" />
          <path d="M0 452 C110 420 190 446 290 424 S 470 390 600 420" />
          <path d="M0 486 C140 466 260 486 380 470 S 540 456 600 466" />
        </g>
      </svg>
    </>
  )
}
