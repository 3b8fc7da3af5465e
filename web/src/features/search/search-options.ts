import type { Reply } from '@hongyan/contract/endpoint'
import type { SavedSearch, search } from '@hongyan/contract/search'
import { madeKey } from '../../lib/text-keys.ts'
import type { Translate } from '../../lib/translate.ts'
import {
  iconBookmark,
  iconClock,
  iconFileText,
  iconFolder,
  iconMail,
  iconPaperclip,
  iconSearch,
  iconTrash,
  iconUser,
} from '../../ui/icons.ts'
import type { SearchParams } from '../messages/messages.public.ts'
import { paramsOf } from './saved-query.ts'

export type Suggestions = Reply<typeof search.suggest>

/** What one line under the search box does. */
export interface SearchOption {
  id: string
  group: 'scope' | 'people' | 'subjects' | 'saved' | 'history'
  icon: string
  text: string
  note?: string
  /** Null: forgets the history. */
  params: SearchParams | null
}

interface Sources {
  typed: string
  suggestions: Suggestions | null
  saved: readonly SavedSearch[]
  history: readonly string[]
  /** The folder on screen. */
  folder: { id: number; name: string } | null
  t: Translate<'search'>
}

/** Everything that can be chosen under the search box, in the order it is shown in. */
export function searchOptions(sources: Sources): SearchOption[] {
  const keyword = sources.typed.trim()
  if (keyword === '') return [...savedOptions(sources, ''), ...historyOptions(sources, '')]
  return [
    ...scopeOptions(sources, keyword),
    ...peopleOptions(sources),
    ...subjectOptions(sources),
    ...savedOptions(sources, keyword),
    ...historyOptions(sources, keyword),
  ]
}

function scopeOptions({ folder, t }: Sources, keyword: string): SearchOption[] {
  const option = (id: string, icon: string, params: Partial<SearchParams>): SearchOption => ({
    id: `scope-${id}`,
    group: 'scope',
    icon,
    text: t(madeKey(`scopes.${id}`), { keyword, folder: folder?.name ?? '' }),
    params: { searchType: '3', ...params, searchKeyword: keyword },
  })
  return [
    option('all', iconSearch, {}),
    option('sender', iconUser, { searchType: '1' }),
    option('subject', iconMail, { searchType: '2' }),
    option('body', iconFileText, { scope: '2' }),
    option('file', iconPaperclip, { scope: '3' }),
    ...(folder ? [option('folder', iconFolder, { mailboxId: folder.id })] : []),
  ]
}

const peopleOptions = ({ suggestions }: Sources): SearchOption[] =>
  (suggestions?.people ?? []).map(({ name, address, department }) => ({
    id: `people-${address}`,
    group: 'people',
    icon: iconUser,
    text: name === '' ? address : name,
    note: [name === '' ? '' : address, department].filter(Boolean).join(' · '),
    params: { searchType: '1', searchKeyword: address },
  }))

const subjectOptions = ({ suggestions }: Sources): SearchOption[] =>
  (suggestions?.subjects ?? []).map(({ mailId, subject }) => ({
    id: `subject-${mailId}`,
    group: 'subjects',
    icon: iconMail,
    text: subject,
    // Signs of a subject are no operators.
    params: { searchType: '2', searchKeyword: `"${subject.replaceAll('"', ' ')}"`.slice(0, 200) },
  }))

const savedOptions = ({ saved }: Sources, keyword: string): SearchOption[] =>
  saved
    .filter(({ name }) => name.toLowerCase().includes(keyword.toLowerCase()))
    .slice(0, 5)
    .map((one) => ({
      id: `saved-${one.id}`,
      group: 'saved',
      icon: iconBookmark,
      text: one.name,
      note: one.query.searchKeyword === one.name ? '' : one.query.searchKeyword,
      params: paramsOf(one),
    }))

function historyOptions({ history, t }: Sources, keyword: string): SearchOption[] {
  const found = history
    .filter((one) => one !== keyword && one.toLowerCase().startsWith(keyword.toLowerCase()))
    .slice(0, keyword === '' ? 8 : 3)
    .map(
      (one): SearchOption => ({
        id: `history-${one}`,
        group: 'history',
        icon: iconClock,
        text: one,
        params: { searchType: '3', searchKeyword: one },
      }),
    )
  if (keyword !== '' || found.length === 0) return found
  const clear = { id: 'history-clear', group: 'history', icon: iconTrash } as const
  return [...found, { ...clear, text: t('clearHistory'), params: null }]
}
