import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './records.module.css'

interface RecordListProps<Item> {
  label: string
  query: Pick<
    UseInfiniteQueryResult<{ pages: { list: Item[] }[] }>,
    'data' | 'error' | 'refetch' | 'hasNextPage' | 'fetchNextPage' | 'isFetchingNextPage'
  >
  empty: { title: string; text?: string }
  /** One row, an `li`. */
  children: (item: Item) => ReactNode
}

/** A list that is read on page by page, with what stands there while it loads, is empty or fails. */
export function RecordList<Item>({ label, query, empty, children }: RecordListProps<Item>) {
  const { t } = useTranslation('records')
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  if (error && !data) {
    return (
      <EmptyState
        title={error.message}
        action={<Button onClick={() => void refetch()}>{t('common:retry')}</Button>}
      />
    )
  }
  if (!data) {
    return (
      <div className={styles.waiting}>
        {[80, 64, 72, 58].map((width) => (
          <Skeleton key={width} width={`${width}%`} />
        ))}
      </div>
    )
  }
  const items = data.pages.flatMap(({ list }) => list)
  if (items.length === 0) return <EmptyState {...empty} />
  return (
    <>
      <ul className={styles.list} aria-label={label}>
        {items.map(children)}
      </ul>
      {hasNextPage && (
        <div className={styles.more}>
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      )}
    </>
  )
}
