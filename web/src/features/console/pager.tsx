import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import styles from './console.module.css'

interface PagerProps {
  page: number
  size: number
  total: number
  onPage: (to: number) => void
}

/** From page to page; nothing where one page is all. */
export function Pager({ page, size, total, onPage }: PagerProps) {
  const { t } = useTranslation('console')
  if (total <= size) return null
  const range = { from: (page - 1) * size + 1, to: Math.min(page * size, total), total }
  return (
    <div className={styles.pager}>
      <Button size="sm" disabled={page === 1} onClick={() => onPage(page - 1)}>
        {t('before')}
      </Button>
      <span>{t('range', range)}</span>
      <Button size="sm" disabled={page * size >= total} onClick={() => onPage(page + 1)}>
        {t('next')}
      </Button>
    </div>
  )
}

interface StepPagerProps {
  isFirst: boolean
  hasMore: boolean
  words: { back: string; on: string }
  onBack: () => void
  onOn: () => void
}

/** Where nobody counts how many there are: one step back or on; nothing where one page is all. */
export function StepPager({ isFirst, hasMore, words, onBack, onOn }: StepPagerProps) {
  if (isFirst && !hasMore) return null
  return (
    <div className={styles.pager}>
      <Button size="sm" disabled={isFirst} onClick={onBack}>
        {words.back}
      </Button>
      <Button size="sm" disabled={!hasMore} onClick={onOn}>
        {words.on}
      </Button>
    </div>
  )
}
