import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { type BookPage, bookPage } from './address-book.ts'
import {
  addPage,
  type Book,
  type BookNode,
  type BookRow,
  changeNode,
  emptyBook,
  foundRows,
  organisationKey,
  treeRows,
} from './book-rows.ts'

const pause = 150

/** The address book as it is opened node by node and page by page, or what was found in it. */
export function useAddressBook(keyword: string) {
  const { t } = useTranslation('compose')
  const [book, setBook] = useState<Book>(emptyBook)
  const [organisation, setOrganisation] = useState<{ name: string; total: number | null }>({
    name: '',
    total: null,
  })
  const { found, failed } = useFound(keyword)

  const load = async (node: BookNode): Promise<void> => {
    setBook((now) => changeNode(now, node, { state: 'loading' }))
    try {
      const after = node.more === null ? {} : { sortValues: node.more }
      const page = await bookPage({ ...node.query, ...after })
      if (node.key === organisationKey) setOrganisation({ name: page.name, total: page.total })
      setBook((now) => addPage(now, node, page))
    } catch {
      setBook((now) => changeNode(now, node, { state: 'failed' }))
    }
  }
  const setOpen = (node: BookNode, isOpen: boolean) => {
    setBook((now) => changeNode(now, node, { isOpen }))
    if (isOpen && node.state === 'unknown') void load(node)
  }
  const first = useRef(setOpen)
  useEffect(() => {
    const root = emptyBook().get(organisationKey)
    if (root) first.current(root, true)
  }, [])

  const rows: BookRow[] =
    found === null
      ? treeRows(book, {
          organisation: { ...organisation, name: organisation.name || t('book.organisation') },
          recentName: t('book.recent'),
        })
      : foundRows(book, found)
  return { rows, isSearch: found !== null, failed, load, setOpen }
}

/** Null while nothing is looked for. */
function useFound(keyword: string): { found: BookPage | null; failed: boolean } {
  const wanted = keyword.trim()
  const [answer, setAnswer] = useState<{ page: BookPage | null; failed: boolean }>({
    page: null,
    failed: false,
  })
  useEffect(() => {
    if (wanted === '') return setAnswer({ page: null, failed: false })
    const abort = new AbortController()
    const timer = setTimeout(() => {
      bookPage({ keyword: wanted }, abort.signal).then(
        (page) => setAnswer({ page, failed: false }),
        () => {
          if (!abort.signal.aborted) setAnswer({ page: null, failed: true })
        },
      )
    }, pause)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [wanted])
  return { found: wanted === '' ? null : answer.page, failed: answer.failed }
}
