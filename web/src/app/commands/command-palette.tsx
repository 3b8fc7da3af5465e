import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { searchPath } from '../../features/messages/messages.public.ts'
import { isComposing } from '../../lib/composing.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { closePalette } from '../../lib/palette.ts'
import { useNavigate } from '../../lib/router/hooks.ts'
import { Icon } from '../../ui/icon.tsx'
import { iconSearch } from '../../ui/icons.ts'
import { useModal } from '../../ui/use-modal.ts'
import styles from './command-palette.module.css'
import { type Command, findable, matching } from './command-search.ts'
import { stepOf } from './step-of.ts'
import { useCommands } from './use-commands.ts'

/** Type to find a command, a folder or a page of the settings; or mail. */
export function CommandPalette() {
  const { t } = useTranslation('shortcuts')
  const modal = useModal(closePalette)
  const commands = useCommands()
  const search = useSearchCommand()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const listId = useId()
  const all = useMemo(() => commands.map(findable), [commands])
  const found = useMemo(() => {
    const fitting = matching(all, typed)
    return typed.trim() === '' ? fitting : [...fitting, search(typed.trim())]
  }, [all, typed, search])
  const current = found[Math.min(at, found.length - 1)]

  const run = (command: Command | undefined) => {
    if (!command) return
    // Closed first: the focus is back where it was when the command looks for it.
    modal.ref.current?.close()
    closePalette()
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const next = stepOf(event.key, Math.min(at, found.length - 1), found.length)
    if (next !== null) setAt(next)
    else if (event.key === 'Enter') run(current)
    else return
    event.preventDefault()
  }
  return (
    <dialog
      {...modal}
      className={styles.palette}
      aria-label={t('shell:screens.palette')}
      onClose={closePalette}
      onKeyDown={onKeyDown}
    >
      <div className={styles.field}>
        <Icon icon={iconSearch} size={18} />
        <input
          role="combobox"
          aria-label={t('shell:screens.palette')}
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={current && `${listId}-${current.id}`}
          aria-autocomplete="list"
          placeholder={t('palette.placeholder')}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setAt(0)
          }}
        />
      </div>
      <Found listId={listId} found={found} current={current} onRun={run} />
      <p className="visually-hidden" aria-live="polite">
        {found.length === 0 ? t('palette.nothing') : t('palette.count', { count: found.length })}
      </p>
    </dialog>
  )
}

interface FoundProps {
  listId: string
  found: readonly Command[]
  current: Command | undefined
  onRun: (command: Command) => void
}

function Found({ listId, found, current, onRun }: FoundProps) {
  const { t } = useTranslation('shortcuts')
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another current entry is brought into view
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <div
      ref={list}
      id={listId}
      role="listbox"
      aria-label={t('shell:screens.palette')}
      className={styles.list}
    >
      {found.length === 0 && <p className={styles.nothing}>{t('palette.nothing')}</p>}
      {found.map((command, index) => (
        <div key={command.id} role="presentation">
          {command.section && command.section !== found[index - 1]?.section && (
            <p className={styles.section}>{command.section}</p>
          )}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys */}
          {/* biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input */}
          <div
            id={`${listId}-${command.id}`}
            role="option"
            aria-selected={command === current}
            className={styles.option}
            onClick={() => onRun(command)}
          >
            {command.icon && <Icon icon={command.icon} size={18} />}
            <span className={styles.label}>{command.label}</span>
            {command.hint && <kbd className={styles.hint}>{command.hint}</kbd>}
          </div>
        </div>
      ))}
    </div>
  )
}

function useSearchCommand(): (keyword: string) => Command {
  const { t } = useTranslation('shortcuts')
  const navigate = useNavigate()
  return useMemo(
    () => (keyword) => ({
      id: 'search mail',
      label: t('palette.searchMail', { keyword }),
      icon: iconSearch,
      run: () => void navigate(searchPath({ searchKeyword: keyword, searchType: '3' })),
    }),
    [t, navigate],
  )
}
