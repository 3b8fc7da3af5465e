import { memo } from 'react'
import { useTranslation } from '../../../../lib/i18n.ts'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { iconChevronLeft, iconChevronRight, iconFirst, iconLast } from '../../../../ui/icons.ts'
import type { ListSource } from '../../list-source.ts'
import styles from '../list-pane.module.css'
import { firstPage, lastPage, nextPage, previousPage } from '../list-position.ts'
import { goToPage } from '../list-store.ts'
import type { MessageList } from '../use-message-list.ts'

interface PagerProps {
  list: MessageList
  source: ListSource
}

/** First, previous, next, last; hidden when everything is on one page (SHELL-28). */
export const Pager = memo(function Pager({ list, source }: PagerProps) {
  const { t } = useTranslation('list')
  const { range, page, position } = list
  if (!range || !page || (!range.hasPrevious && !range.hasNext)) return null
  return (
    <nav className={styles.pager} aria-label={t('pages')}>
      <span className={styles.range} data-fleeting>
        {range.from !== null && `${range.from}–${range.to}`}
        {range.total !== null && (
          <span className={styles.total}>{t('ofTotal', { total: range.total })}</span>
        )}
      </span>
      <IconButton
        size="sm"
        icon={iconFirst}
        label={t('firstPage')}
        disabled={!range.hasPrevious}
        onClick={() => goToPage(source, firstPage)}
      />
      <IconButton
        size="sm"
        icon={iconChevronLeft}
        label={t('previousPage')}
        disabled={!range.hasPrevious}
        onClick={() => goToPage(source, previousPage(position, page))}
      />
      <IconButton
        size="sm"
        icon={iconChevronRight}
        label={t('nextPage')}
        disabled={!range.hasNext}
        onPointerEnter={list.prefetchNext}
        onClick={() => goToPage(source, nextPage(position, page))}
      />
      {source.kind !== 'search' && (
        <IconButton
          size="sm"
          icon={iconLast}
          label={t('lastPage')}
          disabled={!range.hasNext}
          onClick={() => goToPage(source, lastPage)}
        />
      )}
    </nav>
  )
})
