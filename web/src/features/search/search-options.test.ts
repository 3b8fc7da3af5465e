import { expect, it } from 'vitest'
import { type SearchOption, type Suggestions, searchOptions } from './search-options.ts'

type Sources = Parameters<typeof searchOptions>[0]

const t = ((key: string, given?: { keyword: string; folder: string }) =>
  given ? `${key} ${given.keyword} ${given.folder}`.trim() : key) as unknown as Sources['t']

const saved = (id: number, name: string, searchKeyword = name) =>
  ({ id, name, query: { searchKeyword } }) as Sources['saved'][number]

const options = (over: Partial<Sources>): SearchOption[] =>
  searchOptions({ typed: '', suggestions: null, saved: [], history: [], folder: null, t, ...over })
const ids = (over: Partial<Sources>) => options(over).map(({ id }) => id)

const history = Array.from({ length: 10 }, (_, at) => `word ${at}`)

it('SEARCH-01 nothing typed: what was saved and the last eight words, with the way to forget them', () => {
  expect(ids({})).toEqual([])
  expect(ids({ saved: [saved(1, 'Bills')] })).toEqual(['saved-1'])
  const all = ids({ typed: '  ', saved: [saved(1, 'Bills')], history })
  expect(all).toEqual([
    'saved-1',
    ...history.slice(0, 8).map((one) => `history-${one}`),
    'history-clear',
  ])
  expect(options({ history }).at(-1)).toMatchObject({ text: 'clearHistory', params: null })
})

it('SEARCH-01 a word typed: where to look for it first, the folder on screen only where there is one', () => {
  const places = ['scope-all', 'scope-sender', 'scope-subject', 'scope-body', 'scope-file']
  expect(ids({ typed: ' tea ' })).toEqual(places)
  const folder = { id: 7, name: 'Inbox' }
  expect(ids({ typed: 'tea', folder })).toEqual([...places, 'scope-folder'])
  expect(options({ typed: ' tea ', folder }).map(({ params }) => params)).toEqual([
    { searchType: '3', searchKeyword: 'tea' },
    { searchType: '1', searchKeyword: 'tea' },
    { searchType: '2', searchKeyword: 'tea' },
    { searchType: '3', scope: '2', searchKeyword: 'tea' },
    { searchType: '3', scope: '3', searchKeyword: 'tea' },
    { searchType: '3', mailboxId: 7, searchKeyword: 'tea' },
  ])
})

it('SEARCH-01 of what was saved and looked for before what fits: five, and three that go on', () => {
  const many = Array.from({ length: 7 }, (_, at) => saved(at, `Word ${at}`))
  const found = ids({ typed: 'word', saved: [saved(9, 'other'), ...many], history }).slice(5)
  expect(found).toEqual([
    ...many.slice(0, 5).map(({ id }) => `saved-${id}`),
    'history-word 0',
    'history-word 1',
    'history-word 2',
  ])
  // The very word that is typed is no suggestion.
  expect(ids({ typed: 'word 3', history }).slice(5)).toEqual([])
})

it('SEARCH-01 people by name or address, subjects word for word, saved ones with their words', () => {
  const suggestions = {
    people: [
      { name: 'Ann', address: 'ann@example.test', department: 'R&D' },
      { name: '', address: 'bob@example.test', department: '' },
    ],
    subjects: [{ mailId: 5, subject: 'say "hi" from:me' }],
  } as unknown as Suggestions
  const [ann, bob, subject, bill, tea] = options({
    typed: 'a',
    suggestions,
    saved: [saved(1, 'a bill', 'from:bank'), saved(2, 'a tea')],
  }).slice(5)
  expect([ann?.text, ann?.note]).toEqual(['Ann', 'ann@example.test · R&D'])
  expect([bob?.text, bob?.note]).toEqual(['bob@example.test', ''])
  expect(subject?.params).toEqual({ searchType: '2', searchKeyword: '"say  hi  from:me"' })
  expect([bill?.note, tea?.note]).toEqual(['from:bank', ''])
})
