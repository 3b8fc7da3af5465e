import type { TreeDepartment, TreePerson } from '@hongyan/contract/contacts'
import type { BookPage, BookQuery } from './address-book.ts'

/** A branch of the address book: how it is asked for, what is known of it, whether it is open. */
export interface BookNode {
  key: string
  query: BookQuery
  isOpen: boolean
  state: 'unknown' | 'loading' | 'known' | 'failed'
  departments: readonly TreeDepartment[]
  people: readonly TreePerson[]
  /** Cursor of what is not loaded yet. */
  more: string | null
}

/** A line of the tree as it is drawn. */
export type BookRow =
  | { kind: 'root'; id: string; level: number; node: BookNode; total: number | null; name: string }
  | { kind: 'department'; id: string; level: number; node: BookNode; department: TreeDepartment }
  | { kind: 'person'; id: string; level: number; parent: string; person: TreePerson }
  | { kind: 'more'; id: string; level: number; node: BookNode }

/** `there`: among the recipients already. */
export type Mark = 'no' | 'chosen' | 'there'

export type Book = ReadonlyMap<string, BookNode>

export const organisationKey = 'organisation'
export const recentKey = 'recent'
const foundKey = 'found'

const blank = { isOpen: false, state: 'unknown', departments: [], people: [], more: null } as const

export const nodeOfDepartment = ({ departmentId }: TreeDepartment): BookNode => ({
  ...blank,
  key: `d${departmentId}`,
  query: { node: 'department', departmentId },
})

export const emptyBook = (): Book =>
  new Map<string, BookNode>([
    [organisationKey, { ...blank, key: organisationKey, query: { node: 'organisation' } }],
    [recentKey, { ...blank, key: recentKey, query: { node: 'recent' } }],
  ])

export const changeNode = (book: Book, node: BookNode, part: Partial<BookNode>): Book =>
  new Map(book).set(node.key, { ...(book.get(node.key) ?? node), ...part })

/** A page came for a node: after what it has. */
export function addPage(book: Book, node: BookNode, page: BookPage): Book {
  const before = book.get(node.key) ?? node
  const next = new Map(book)
  next.set(node.key, {
    ...before,
    state: 'known',
    departments: [...before.departments, ...page.departments],
    people: [...before.people, ...page.people],
    more: page.sortValues,
  })
  for (const one of page.departments) {
    const fresh = nodeOfDepartment(one)
    if (!next.has(fresh.key)) next.set(fresh.key, fresh)
  }
  return next
}

interface Roots {
  organisation: { name: string; total: number | null }
  recentName: string
}

/** The open part of the tree, line by line. */
export function treeRows(book: Book, { organisation, recentName }: Roots): BookRow[] {
  const root = (key: string, name: string, total: number | null): BookRow[] => {
    const node = book.get(key)
    if (node === undefined) return []
    return [
      { kind: 'root', id: key, level: 1, node, name, total },
      ...(node.isOpen ? rowsIn(book, node, 2) : []),
    ]
  }
  return [
    ...root(organisationKey, organisation.name, organisation.total),
    ...root(recentKey, recentName, null),
  ]
}

/** What was found for a keyword; departments open in place. */
export function foundRows(book: Book, page: BookPage): BookRow[] {
  const node: BookNode = {
    ...blank,
    ...{ key: foundKey, query: {}, isOpen: true, state: 'known' },
    departments: page.departments,
    people: page.people,
  }
  return rowsIn(book, node, 1)
}

function rowsIn(book: Book, parent: BookNode, level: number): BookRow[] {
  const departments = parent.departments.flatMap((department): BookRow[] => {
    const fresh = nodeOfDepartment(department)
    const node = book.get(fresh.key) ?? fresh
    const id = `${parent.key}/${node.key}`
    return [
      { kind: 'department', id, level, node, department },
      ...(node.isOpen ? rowsIn(book, node, level + 1) : []),
    ]
  })
  const people = parent.people.map(
    (person): BookRow => ({
      kind: 'person',
      id: `${parent.key}/${person.address}`,
      level,
      parent: parent.key,
      person,
    }),
  )
  const more: BookRow[] =
    parent.more === null && parent.state !== 'loading' && parent.state !== 'failed'
      ? []
      : [{ kind: 'more', id: `${parent.key}/more`, level, node: parent }]
  return [...departments, ...people, ...more]
}
