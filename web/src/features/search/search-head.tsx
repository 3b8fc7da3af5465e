import type { MessagePage } from '@hongyan/contract/messages'
import { type SearchPage, search, type Understood } from '@hongyan/contract/search'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Allowed } from '../../lib/allowed.tsx'
import { call } from '../../lib/api.ts'
import { dayAndTime } from '../../lib/dates.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { useDateStyle } from '../../lib/me.ts'
import { useNavigate } from '../../lib/router/hooks.ts'
import { formatSize } from '../../lib/sizes.ts'
import { madeKey } from '../../lib/text-keys.ts'
import type { Translate } from '../../lib/translate.ts'
import { Chip } from '../../ui/chip.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { iconBookmark } from '../../ui/icons.ts'
import { Isolated } from '../../ui/isolated.tsx'
import { titleOf, useFolders } from '../folders/folders.public.ts'
import { type SearchParams, searchPath } from '../messages/messages.public.ts'
import styles from './search-head.module.css'

const SaveDialog = lazyPart(() => import('./save-dialog.tsx'), 'SaveDialog')

interface SearchHeadProps {
  params: SearchParams
  page: MessagePage | undefined
}

/** Over the results: how many there are, what was understood, and filters; each is part of the address (R37). */
export function SearchHead({ params, page }: SearchHeadProps) {
  const { t } = useTranslation('search')
  const [saving, setSaving] = useState(false)
  return (
    <div className={styles.head}>
      <div className={styles.line}>
        <Count params={params} />
        <Allowed by={search.save}>
          <IconButton
            icon={iconBookmark}
            size="sm"
            label={t('save')}
            onClick={() => setSaving(true)}
          />
        </Allowed>
      </div>
      <Chips params={params} understood={understoodOf(page)} />
      <Filters params={params} />
      {saving && <SaveDialog params={params} onClose={() => setSaving(false)} />}
    </div>
  )
}

const understoodOf = (page: MessagePage | undefined): readonly Understood[] =>
  page && isSearchPage(page) ? page.understood : []

const isSearchPage = (page: MessagePage | SearchPage): page is SearchPage => 'understood' in page

function Count({ params }: { params: SearchParams }) {
  const { t } = useTranslation('search')
  const { data } = useQuery({
    queryKey: ['search-count', params] as const,
    staleTime: 10_000,
    queryFn: ({ signal }) => call(search.count, { query: params }, { signal }),
  })
  return (
    <span className={styles.count} role="status">
      {data ? t(data.more ? 'moreThan' : 'found', { count: data.count }) : ''}
    </span>
  )
}

interface ChipsProps {
  params: SearchParams
  understood: readonly Understood[]
}

/** What was understood: operators of the text, and the fields of the form that narrow the search. */
function Chips({ params, understood }: ChipsProps) {
  const { t } = useTranslation('search')
  const navigate = useNavigate()
  const go = (next: SearchParams) => navigate(searchPath(next), { replace: true })
  const fields = useFieldChips(params)
  const isPlain = understood.every(({ kind, negated }) => kind === 'words' && !negated)
  const shown = isPlain ? [] : understood
  if (shown.length + fields.length === 0) return null
  return (
    <ul className={styles.chips} aria-label={t('understood')}>
      {shown.map((one) => {
        const rest = without(params.searchKeyword, one)
        const removable =
          rest === '' ? {} : { onRemove: () => void go({ ...params, searchKeyword: rest }) }
        return (
          <li key={one.start}>
            {one.or && <span className={styles.or}>{t('or')}</span>}
            <ChipText text={chipText(one, t)} negated={one.negated} {...removable} />
          </li>
        )
      })}
      {fields.map(({ text, next }) => (
        <li key={text}>
          <ChipText text={text} negated={false} onRemove={() => void go(next)} />
        </li>
      ))}
    </ul>
  )
}

interface ChipTextProps {
  text: string
  negated: boolean
  onRemove?: () => void
}

function ChipText({ text, negated, onRemove }: ChipTextProps) {
  const { t } = useTranslation('search')
  const shown = negated ? t('not', { text }) : text
  return (
    <Chip
      tone={negated ? 'danger' : 'accent'}
      title={shown}
      {...(onRemove ? { onRemove, removeLabel: t('remove', { text: shown }) } : {})}
    >
      <Isolated>{shown}</Isolated>
    </Chip>
  )
}

/** The text without one of its parts, and without an OR that is left alone. */
const without = (keyword: string, { start, end }: Understood): string =>
  `${keyword.slice(0, start).trimEnd()} ${keyword.slice(end).trimStart()}`
    .replace(/(^|\s)(?:OR|\||或)(?=\s+(?:OR|\||或)(?:\s|$)|\s*$)/gu, '$1')
    .replace(/^\s*(?:OR|\||或)\s+/u, '')
    .trim()

function chipText({ kind, value }: Understood, t: Translate<'search'>): string {
  const shown = kind === 'larger' || kind === 'smaller' ? formatSize(Number(value)) : value
  return t(`chips.${kind}`, { value: shown })
}

interface FieldChip {
  text: string
  next: SearchParams
}

function useFieldChips(params: SearchParams): FieldChip[] {
  const { t } = useTranslation('search')
  const { t: folderText } = useTranslation('folders')
  const style = useDateStyle()
  const { all } = useFolders()
  const { mailboxId, scope, startTime, endTime, hasAttachment, isUnread } = params
  const folder = all.find(({ folderId }) => folderId === mailboxId)
  const time = (at: string): string => dayAndTime(at, style)
  const chips: (FieldChip | false)[] = [
    folder !== undefined && {
      text: t('chips.folder', { value: titleOf(folder, folderText) }),
      next: dropping(params, 'mailboxId'),
    },
    scope !== undefined && {
      text: scope
        .split(',')
        .map((one) => t(madeKey(`scope${one}`)))
        .join(t('comma')),
      next: dropping(params, 'scope'),
    },
    startTime !== undefined && {
      text: t('chips.since', { value: time(startTime) }),
      next: dropping(params, 'startTime'),
    },
    endTime !== undefined && {
      text: t('chips.until', { value: time(endTime) }),
      next: dropping(params, 'endTime'),
    },
    hasAttachment === '0' && { text: t('attachment0'), next: { ...params, hasAttachment: '2' } },
    isUnread === '0' && { text: t('unread0'), next: { ...params, isUnread: '2' } },
  ]
  return chips.filter((one) => one !== false)
}

function dropping(params: SearchParams, key: keyof SearchParams): SearchParams {
  const entries = Object.entries(params).filter(([name]) => name !== key)
  return { searchKeyword: params.searchKeyword, ...Object.fromEntries(entries) }
}

/** The most used filters, on or off. */
function Filters({ params }: { params: SearchParams }) {
  const { t } = useTranslation('search')
  const navigate = useNavigate()
  const filters: [label: string, on: boolean, next: Partial<SearchParams>][] = [
    toggle(t('filterSender'), params.searchType === '1', (on) => ({ searchType: on ? '1' : '3' })),
    toggle(t('filterSubject'), params.searchType === '2', (on) => ({ searchType: on ? '2' : '3' })),
    toggle(t('attachment1'), params.hasAttachment === '1', (on) => ({
      hasAttachment: on ? '1' : '2',
    })),
    toggle(t('unread1'), params.isUnread === '1', (on) => ({ isUnread: on ? '1' : '2' })),
  ]
  return (
    <fieldset className={styles.filters} aria-label={t('filters')}>
      {filters.map(([label, on, next]) => (
        <button
          key={label}
          type="button"
          className={styles.filter}
          aria-pressed={on}
          onClick={() => navigate(searchPath({ ...params, ...next }), { replace: true })}
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}

const toggle = (
  label: string,
  on: boolean,
  change: (on: boolean) => Partial<SearchParams>,
): [string, boolean, Partial<SearchParams>] => [label, on, change(!on)]
