import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idList, instant, nothing, ownAddress, person, text } from './fields.ts'
import { limits } from './limits.ts'
import { messageItem } from './messages.ts'

/** What a search asks for, named as in the address of /search (R37). */
const searchFields = {
  /** Words, and operators such as from: or 发件人: (see query-language.ts). */
  searchKeyword: text(limits.keyword),
  mailboxId: id.optional(),
  /** 1 sender, 2 subject, 3 keyword, 4 advanced (G57). */
  searchType: z.enum(['1', '2', '3', '4']).optional(),
  /** Comma-joined 1 subject, 2 body, 3 attachment name (G57): where words without an operator are looked for. */
  scope: z
    .string()
    .regex(/^[123](,[123])*$/)
    .max(20)
    .optional(),
  /** Both inclusive. */
  startTime: instant.optional(),
  endTime: instant.optional(),
  /** 2 all, 1 with, 0 without. */
  hasAttachment: z.enum(['0', '1', '2']).optional(),
  /** 2 all, 1 unread, 0 read. */
  isUnread: z.enum(['0', '1', '2']).optional(),
}

/** One part of the typed text as the server understood it. */
export const understood = z.object({
  kind: z.enum([
    'words',
    ...(['from', 'to', 'cc', 'subject', 'body', 'filename'] as const),
    ...(['attachment', 'unread', 'read', 'starred'] as const),
    ...(['since', 'before', 'larger', 'smaller', 'folder', 'label'] as const),
  ]),
  value: z.string(),
  negated: z.boolean(),
  /** Joined to the one before by OR. */
  or: z.boolean(),
  /** Place in searchKeyword (UTF-16 units, end exclusive): what a chip takes out. */
  start: z.number(),
  end: z.number(),
})
export type Understood = z.infer<typeof understood>

const searchPage = z.object({
  list: z.array(messageItem),
  /** Not known here: see search.count. */
  total: z.null(),
  hasMore: z.boolean(),
  /**
   * Cursor to read on from, where that is not the last row's: a page answers within a set time, be it with fewer rows
   * than asked for or none, and the next one looks on from here. Null: the page is full, or all mail was looked at.
   */
  readTo: z.string().nullable(),
  understood: z.array(understood),
  /** Words to mark in what is shown. */
  terms: z.array(z.string()),
})
export type SearchPage = z.infer<typeof searchPage>

/** A search kept by a person; `query` holds the parameters of the address. */
const savedQuery = z.object(searchFields)
export const savedSearch = z.object({ id: z.number(), name: z.string(), query: savedQuery })
export type SavedSearch = z.infer<typeof savedSearch>

/** Where a word stands in a mail whose row does not show it. */
const snippet = z.object({
  mailId: z.number(),
  text: z.string(),
  /** The attachment it stands in; null for the mail itself. */
  fileName: z.string().nullable(),
})
export type Snippet = z.infer<typeof snippet>

const wrong = ['search.empty', 'search.range', 'address.not-yours'] as const

export const search = {
  search: endpoint({
    id: 'E67',
    method: 'GET',
    path: 'mail/email/search',
    summary:
      'Search subject, people, body, attachment names and their text, with operators; newest first; all folders unless one is named',
    guard: 'session',
    member: 'read',
    query: z.object({
      ...searchFields,
      pageSize: z.coerce.number().int().min(1).max(limits.maxPageSize).default(limits.pageSize),
      /** Cursor: `readTo` of the page before or, where that is null, `sortValues` of its last row. */
      sortValues: text(200).optional(),
      direction: z.literal('next').default('next'),
      emailAddr: ownAddress,
    }),
    reply: searchPage,
    errors: [...wrong, 'folder.not-found', 'folder.locked'],
    rate: { max: 600, perSeconds: 60 },
  }),
  count: endpoint({
    id: 'X50',
    method: 'GET',
    path: 'mail/email/search/count',
    summary:
      'How many mails a search finds: exact up to a bound, then "more than" it; also where counting takes too long',
    guard: 'session',
    member: 'read',
    query: z.object({ ...searchFields, emailAddr: ownAddress }),
    reply: z.object({ count: z.number(), more: z.boolean() }),
    errors: [...wrong, 'folder.not-found', 'folder.locked'],
    rate: { max: 300, perSeconds: 60 },
  }),
  snippets: endpoint({
    id: 'X51',
    method: 'GET',
    path: 'mail/email/search/snippets',
    summary: 'The lines in which the words of a search stand, for mails of a result page',
    guard: 'session',
    member: 'read',
    query: z.object({
      searchKeyword: text(limits.keyword),
      mailIds: idList.refine((list) => list.length <= limits.maxPageSize, {
        message: 'at most one page of mails',
      }),
      emailAddr: ownAddress,
    }),
    reply: z.object({ list: z.array(snippet) }),
    errors: ['address.not-yours'],
    rate: { max: 120, perSeconds: 60 },
  }),
  suggest: endpoint({
    id: 'X52',
    method: 'GET',
    path: 'mail/email/search/suggest',
    summary: 'While typing: people by name, pinyin and address, subjects, and files of recent mail',
    guard: 'session',
    member: 'read',
    query: z.object({ keyword: text(100), emailAddr: ownAddress }),
    reply: z.object({
      people: z.array(person.extend({ department: z.string() })),
      subjects: z.array(z.object({ mailId: z.number(), subject: z.string() })),
    }),
    errors: ['address.not-yours'],
    rate: { max: 600, perSeconds: 60 },
  }),
  saved: endpoint({
    id: 'X53',
    method: 'GET',
    path: 'mail/search/saved/list',
    summary: 'Saved searches, by name',
    guard: 'session',
    member: 'read',
    query: z.object({ emailAddr: ownAddress }),
    reply: z.object({ list: z.array(savedSearch) }),
    errors: ['address.not-yours'],
  }),
  save: endpoint({
    id: 'X54',
    method: 'POST',
    path: 'mail/search/saved/save',
    summary: 'Save a search under a name; a search of the same name is replaced',
    guard: 'session',
    member: 'full',
    body: z.object({
      name: text(limits.savedSearchName).trim().min(1),
      query: savedQuery,
      emailAddr: ownAddress,
    }),
    reply: savedSearch,
    errors: [...wrong, 'search.too-many-saved'],
  }),
  forget: endpoint({
    id: 'X55',
    method: 'POST',
    path: 'mail/search/saved/delete',
    summary: 'Delete a saved search',
    guard: 'session',
    member: 'full',
    body: z.object({ id, emailAddr: ownAddress }),
    reply: nothing,
    errors: ['item.not-found', 'address.not-yours'],
  }),
}
