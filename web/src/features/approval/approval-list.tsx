import type { ApprovalItem } from '@hongyan/contract/approval-fields'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { useRowFocus } from '../../lib/use-row-focus.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QuietSky } from '../../ui/geese.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './approval.module.css'
import { approvalsQuery, type Side, type StateTab } from './approval-query.ts'
import { ApprovalRow } from './approval-row.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { useListKeys } from './use-list-keys.ts'

interface ApprovalListProps {
  side: Side
  state: StateTab
}

/** One tab of one of the two lists, and what can be done with several of it. */
export function ApprovalList({ side, state }: ApprovalListProps) {
  const { t } = useTranslation('approval')
  const query = useInfiniteQuery(approvalsQuery(side, state))
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set())
  const { list, following } = useRowFocus<HTMLUListElement>()
  const items = data?.pages.flatMap((page) => page.list) ?? []
  const open = items.filter((item) => isOpenFor(side, item))
  const pick = (ids: readonly number[], on: boolean) => {
    const next = new Set(picked)
    for (const id of ids) {
      if (on) next.add(id)
      else next.delete(id)
    }
    setPicked(next)
  }
  useListKeys(list, (id) => pick([id], !picked.has(id)))
  if (error && !data) {
    const again = <Button onClick={() => void refetch()}>{t('common:retry')}</Button>
    return <EmptyState title={error.message} action={again} />
  }
  if (!data) return <Waiting />
  if (items.length === 0) {
    const text = state === 'pending' ? t(`noneText.${side}`) : ''
    return <EmptyState title={t(`none.${side}`)} text={text} picture={<QuietSky />} />
  }
  return (
    <>
      {open.length > 0 && (
        <BulkBar
          side={side}
          open={open}
          picked={open.filter(({ approvalId }) => picked.has(approvalId))}
          onPick={pick}
        />
      )}
      <div className={styles.scroll}>
        <ul ref={list} {...following}>
          {items.map((item) => (
            <ApprovalRow
              key={item.approvalId}
              item={item}
              side={side}
              isOpen={isOpenFor(side, item)}
              isPicked={picked.has(item.approvalId)}
              onPick={(on) => pick([item.approvalId], on)}
            />
          ))}
        </ul>
        {hasNextPage && (
          <div className={styles.more}>
            <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('more')}
            </Button>
          </div>
        )}
      </div>
    </>
  )
}

/** The caller can do something about it now. */
const isOpenFor = (side: Side, { state, recordState }: ApprovalItem): boolean =>
  state === 'pending' && (side === 'own' || recordState === 'waiting')

function Waiting() {
  return (
    <div className={styles.waiting}>
      {[70, 82, 64].map((width) => (
        <Skeleton key={width} width={`${width}%`} />
      ))}
    </div>
  )
}
