import { useEffect, useState } from 'react'
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

/** The pages that were stepped through: where each begins; the last one is shown. */
export interface Steps<Start> {
  /** Undefined: at the beginning. */
  from: Start | undefined
  isFirst: boolean
  begin: () => void
  back: () => void
  on: (next: Start | undefined) => void
}

export function useSteps<Start>(): Steps<Start> {
  const [starts, setStarts] = useState<readonly (Start | undefined)[]>([undefined])
  return {
    from: starts.at(-1),
    isFirst: starts.length === 1,
    begin: () => setStarts([undefined]),
    back: () => setStarts((all) => (all.length > 1 ? all.slice(0, -1) : all)),
    on: (next) => setStarts((all) => [...all, next]),
  }
}

interface StepPagerProps<Start> {
  steps: Steps<Start>
  hasMore: boolean
  /** Where the page behind this one begins. */
  next: Start | undefined
  words: { back: string; on: string }
  /** The last row of this page went, by what was done here or elsewhere: the page before is shown. */
  isEmpty?: boolean
}

/** Where nobody counts how many there are: one step back or on; nothing where one page is all. */
export function StepPager<Start>(props: StepPagerProps<Start>) {
  const { steps, hasMore, next, words, isEmpty = false } = props
  const isLost = isEmpty && !steps.isFirst
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that is found empty
  useEffect(() => {
    if (isLost) steps.back()
  }, [isLost, steps.from])
  if (steps.isFirst && !hasMore) return null
  return (
    <div className={styles.pager}>
      <Button size="sm" disabled={steps.isFirst} onClick={steps.back}>
        {words.back}
      </Button>
      <Button size="sm" disabled={!hasMore} onClick={() => steps.on(next)}>
        {words.on}
      </Button>
    </div>
  )
}
