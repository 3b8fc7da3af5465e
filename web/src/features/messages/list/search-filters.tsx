import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { type SearchParams, searchPath } from '../list-source.ts'
import styles from './list-pane.module.css'

/** Narrows a search without leaving it; each filter is part of the address (R37). */
export function SearchFilters({ params }: { params: SearchParams }) {
  const { t } = useTranslation('list')
  const navigate = useNavigate()
  const filters: { label: string; on: boolean; change: (on: boolean) => Partial<SearchParams> }[] =
    [
      {
        label: t('filterSender'),
        on: params.searchType === '1',
        change: (on) => ({ searchType: on ? '1' : '3' }),
      },
      {
        label: t('filterSubject'),
        on: params.searchType === '2',
        change: (on) => ({ searchType: on ? '2' : '3' }),
      },
      {
        label: t('filterAttachment'),
        on: params.hasAttachment === '1',
        change: (on) => ({ hasAttachment: on ? '1' : '2' }),
      },
      {
        label: t('filterUnread'),
        on: params.isUnread === '1',
        change: (on) => ({ isUnread: on ? '1' : '2' }),
      },
    ]
  return (
    <fieldset className={styles.filters} aria-label={t('filters')}>
      {filters.map(({ label, on, change }) => (
        <button
          key={label}
          type="button"
          className={styles.filter}
          aria-pressed={on}
          onClick={() => navigate(searchPath({ ...params, ...change(!on) }), { replace: true })}
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}
