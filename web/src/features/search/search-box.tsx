import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { isComposing } from '../../lib/composing.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { useLocation, useNavigate, useSearchParams } from '../../lib/router/hooks.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { iconSearch, iconSliders } from '../../ui/icons.ts'
import { toast } from '../../ui/toast-store.ts'
import { pathOf, titleOf, useFolders } from '../folders/folders.public.ts'
import {
  enterList,
  readSearch,
  type SearchParams,
  searchPath,
} from '../messages/messages.public.ts'
import { savedQuery } from './saved-query.ts'
import styles from './search-box.module.css'
import { clearHistory, readHistory, rememberSearch } from './search-history.ts'
import { SearchList } from './search-list.tsx'
import { type SearchOption, searchOptions } from './search-options.ts'
import { useSearchSuggestions } from './use-search-suggestions.ts'

const AdvancedForm = lazyPart(() => import('./advanced-form.tsx'), 'AdvancedForm')

/** Quick search with suggestions, and the way to the advanced form. */
export function SearchBox() {
  const { t } = useTranslation('search')
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const query = useSearchParams()
  const params = readSearch(query)
  const [text, setText] = useState(params?.searchKeyword ?? '')
  const [open, setOpen] = useState(false)
  const [advanced, setAdvanced] = useState(false)
  /** The chosen line. With nothing typed none is: Enter must warn, not repeat an old search. */
  const [active, setActive] = useState(-1)
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  useFollow(pathname + search, () => setText(params?.searchKeyword ?? ''))
  const options = useOptions(text, open)
  const typed = text.trim()

  const go = (wanted: SearchParams) => {
    setOpen(false)
    // Not nowhere: the keys of the list go on where its rows will be.
    document.querySelector('main')?.focus()
    rememberSearch(wanted.searchKeyword)
    const path = searchPath(wanted)
    const params = readSearch(new URLSearchParams(path.split('?')[1]))
    if (params) enterList({ kind: 'search', params })
    navigate(path)
  }
  const take = ({ params: wanted }: SearchOption) => {
    if (wanted) return go(wanted)
    clearHistory()
    setOpen(false)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const option = open ? options[active] : undefined
    if (option) take(option)
    else if (typed === '') toast({ kind: 'info', text: t('empty') })
    else go({ searchType: '3', searchKeyword: typed })
  }
  const expanded = open && options.length > 0
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const by = steps[event.key]
    if (by !== undefined && options.length > 0) {
      event.preventDefault()
      setOpen(true)
      if (open) setActive(stepped({ active, by, count: options.length, rests: typed === '' }))
    } else if (event.key === 'Escape') {
      if (expanded) setOpen(false)
      else input.current?.blur()
    }
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: <search> has no form semantics of its own yet */}
      <form className={styles.search} role="search" onSubmit={onSubmit}>
        <Icon icon={iconSearch} size={18} className={styles.icon ?? ''} />
        <input
          ref={input}
          id="search"
          type="search"
          role="combobox"
          className={styles.input}
          placeholder={t('placeholder')}
          aria-label={t('search')}
          aria-expanded={expanded}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={expanded && active >= 0 ? `${listId}-${active}` : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setActive(event.target.value.trim() === '' ? -1 : 0)
            setOpen(true)
          }}
          onFocus={() => {
            setActive(typed === '' ? -1 : 0)
            setOpen(true)
          }}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
        />
        <span className={styles.advanced}>
          <IconButton
            icon={iconSliders}
            size="sm"
            label={t('advanced')}
            onClick={() => setAdvanced(true)}
          />
        </span>
        <SearchList
          id={listId}
          open={expanded}
          options={options}
          active={active}
          typed={typed}
          onPoint={setActive}
          onTake={take}
        />
      </form>
      {advanced && (
        <AdvancedForm
          initial={params ?? (typed === '' ? null : { searchKeyword: typed })}
          onClose={() => setAdvanced(false)}
          onSearch={(wanted) => {
            setAdvanced(false)
            go(wanted)
          }}
        />
      )}
    </>
  )
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

interface Step {
  active: number
  by: number
  count: number
  /** Between the last line and the first nothing is chosen. */
  rests: boolean
}

function stepped({ active, by, count, rests }: Step): number {
  const places = rests ? count + 1 : count
  const place = rests ? active + 1 : Math.max(0, active)
  return ((place + by + places) % places) - (rests ? 1 : 0)
}

/** The lines under the box; nothing is asked for while it is closed. */
function useOptions(typed: string, open: boolean): SearchOption[] {
  const { t } = useTranslation('search')
  const { t: folderText } = useTranslation('folders')
  const { pathname } = useLocation()
  const { all } = useFolders()
  const suggestions = useSearchSuggestions(typed, open)
  const { data } = useQuery(savedQuery)
  if (!open) return []
  const shown = all.find((folder) => pathOf(folder) === pathname)
  const folder = shown ? { id: shown.folderId, name: titleOf(shown, folderText) } : null
  return searchOptions({
    typed,
    suggestions,
    saved: data?.list ?? [],
    history: readHistory(),
    folder,
    t,
  })
}

/** Runs when the address changes: the box shows the search that is on screen. */
function useFollow(address: string, run: () => void): void {
  const [before, setBefore] = useState(address)
  if (before === address) return
  setBefore(address)
  run()
}
