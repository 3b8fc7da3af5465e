import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { isComposing } from '../../lib/composing.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { loadTexts } from '../../lib/language-files.ts'
import { matchTyped } from '../../lib/match-typed.ts'
import { searchKeys } from '../../lib/pinyin.ts'
import { Link } from '../../lib/router/link.tsx'
import { madeKey } from '../../lib/text-keys.ts'
import { type AnyTranslate, translator } from '../../lib/translate.ts'
import { announce } from '../../ui/announcer.tsx'
import { Icon } from '../../ui/icon.tsx'
import { iconSearch } from '../../ui/icons.ts'
import type { SettingsPage } from './settings.public.tsx'
import styles from './settings-search.module.css'
import { foundParameter } from './use-found.ts'

/** A page or a row of one, by the keys of its texts. */
interface Entry {
  titleKey: string
  pageKey: string
  to: string
}

const most = 12

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

interface SettingsSearchProps {
  /** Those that are offered. */
  pages: readonly SettingsPage[]
  /** What stands there while nothing is looked for. */
  children: ReactNode
}

/** Finds a setting by its words in either language, by pinyin and by initials, and leads to its row. */
export function SettingsSearch({ pages, children }: SettingsSearchProps) {
  const { t } = useTranslation('settings')
  const [typed, setTyped] = useState('')
  const [texts, setTexts] = useState<readonly AnyTranslate[]>([])
  const field = useRef<HTMLInputElement>(null)
  const results = useRef<HTMLUListElement>(null)
  const [drawn, setDrawn] = useState<ReadonlySet<string>>(new Set())
  const load = () => {
    if (texts.length === 0) void bothLanguages().then(setTexts)
    void drawnRows(pages).then(setDrawn)
  }
  const findAll = (text: string) =>
    text.trim() === ''
      ? null
      : find(entriesOf(pages, drawn), { typed: text, texts, t: (key) => t(madeKey(key)) })
  const found = findAll(typed)
  const look = (text: string) => {
    setTyped(text)
    const now = findAll(text)
    if (now) announce(t('found', { count: now.length }))
  }
  const links = () => [...(results.current?.querySelectorAll('a') ?? [])]
  const onKey = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const at = links().indexOf(event.target as HTMLAnchorElement)
    if (event.key === 'Escape' && typed !== '') {
      event.preventDefault()
      setTyped('')
      field.current?.focus()
    }
    if (event.key === 'Enter' && at < 0) links()[0]?.click()
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const next = at + step
    if (next < 0) field.current?.focus()
    else links()[next]?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys lead from the field to what it finds
    <div onKeyDown={onKey}>
      <div className={styles.field}>
        <Icon icon={iconSearch} size={16} />
        <input
          ref={field}
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          autoComplete="off"
          value={typed}
          onFocus={load}
          onChange={(event) => look(event.target.value)}
        />
      </div>
      {found === null ? (
        children
      ) : found.length === 0 ? (
        <p className={styles.none}>{t('nothingFound')}</p>
      ) : (
        <ul ref={results} className={styles.results} aria-label={t('searchResults')}>
          {found.slice(0, most).map((one) => (
            <li key={one.to}>
              <Link to={one.to} className={styles.result}>
                <span>{one.title}</span>
                {one.titleKey !== one.pageKey && (
                  <span className={styles.page}>{t(madeKey(one.pageKey))}</span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The texts of both, so that each is found in either. */
const bothLanguages = () =>
  Promise.all(
    (['zh', 'en'] as const).map(
      async (language) => translator(await loadTexts(language), language)() as AnyTranslate,
    ),
  )

/** Of the rows that are not always there, those that are. What cannot be asked is not offered. */
async function drawnRows(pages: readonly SettingsPage[]): Promise<ReadonlySet<string>> {
  const asked = pages.flatMap(({ drawn = {} }) => Object.entries(drawn))
  const answers = await Promise.all(
    asked.map(async ([key, isDrawn]) => ((await isDrawn().catch(() => false)) ? [key] : [])),
  )
  return new Set(answers.flat())
}

const entriesOf = (pages: readonly SettingsPage[], there: ReadonlySet<string>): Entry[] =>
  pages.flatMap(({ path, titleKey, rows = {}, drawn = {} }) => [
    { titleKey, pageKey: titleKey, to: `/set/${path}` },
    ...Object.entries(rows).flatMap(([tail, keys]) =>
      keys
        .filter((key) => !(key in drawn) || there.has(key))
        .map((key) => ({
          titleKey: key,
          pageKey: titleKey,
          to: `/set/${path}${tail}?${foundParameter}=${encodeURIComponent(key)}`,
        })),
    ),
  ])

interface Search {
  typed: string
  texts: readonly AnyTranslate[]
  t: (key: string) => string
}

function find(entries: readonly Entry[], { typed, texts, t }: Search) {
  const typeable = entries.map((entry) => {
    const own = texts.flatMap((text) => searchKeys(text(madeKey(entry.titleKey))))
    const more = texts.flatMap((text) => wordsOf(text, entry.titleKey).flatMap(searchKeys))
    return { ...entry, title: t(entry.titleKey), keys: [...own, ...more] }
  })
  return matchTyped(typeable, typed)
}

/** Other words for it, where the texts have some. */
function wordsOf(text: AnyTranslate, titleKey: string): string[] {
  const key = `settings:words.${titleKey.replace(/[:.]/g, '-')}`
  const words = text(madeKey(key))
  // A key without a text comes back as it is.
  return words.endsWith(key.slice('settings:'.length)) ? [] : words.split('|')
}
