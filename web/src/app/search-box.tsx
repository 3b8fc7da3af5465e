import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { searchPath } from '../features/messages/messages.public.ts'
import { Icon } from '../ui/icon.tsx'
import { iconSearch } from '../ui/icons.ts'
import { toast } from '../ui/toast-store.ts'
import styles from './search-box.module.css'

/** Ways to search, as the specification numbers them (G57): keyword, sender, subject. */
const types = ['3', '1', '2'] as const

/** Quick search: Enter searches everything, the arrows choose where to look. */
export function SearchBox() {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [query] = useSearchParams()
  const shown = query.get('searchKeyword') ?? ''
  const [text, setText] = useState(shown)
  const [choice, setChoice] = useState(0)
  const [open, setOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  useFollow(pathname + search, () => setText(shown))

  const keyword = text.trim()
  const go = (index: number) => {
    if (!keyword) return void toast({ kind: 'info', text: t('searchEmpty') })
    setOpen(false)
    input.current?.blur()
    navigate(searchPath({ searchKeyword: keyword, searchType: types[index] ?? '3' }))
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    go(choice)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (by !== 0 && open) {
      event.preventDefault()
      setChoice((choice + by + types.length) % types.length)
    } else if (event.key === 'Escape') {
      if (open && keyword) setOpen(false)
      else input.current?.blur()
    }
  }
  const expanded = open && keyword !== ''
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> has no form semantics of its own yet
    <form className={styles.search} role="search" onSubmit={onSubmit}>
      <Icon icon={iconSearch} size={18} className={styles.icon ?? ''} />
      <input
        ref={input}
        id="search"
        type="search"
        role="combobox"
        className={styles.input}
        placeholder={t('searchPlaceholder')}
        aria-label={t('search')}
        aria-expanded={expanded}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={expanded ? `${listId}-${choice}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setChoice(0)
          setOpen(true)
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      <div
        id={listId}
        role="listbox"
        aria-label={t('search')}
        className={styles.list}
        hidden={!expanded}
      >
        {types.map((type, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input
          <div
            key={type}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === choice}
            className={styles.option}
            onPointerDown={(event) => event.preventDefault()}
            onPointerMove={() => setChoice(index)}
            onClick={() => go(index)}
          >
            {t(`searchBy.${type}`, { keyword })}
          </div>
        ))}
      </div>
    </form>
  )
}

/** Runs when the address changes: the box shows the search that is on screen. */
function useFollow(address: string, run: () => void): void {
  const [before, setBefore] = useState(address)
  if (before === address) return
  setBefore(address)
  run()
}
