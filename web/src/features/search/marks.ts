import { findMarks, type Mark } from '@hongyan/contract/mark-words'
import { parseQuery, wordsToMark } from '@hongyan/contract/query-language'
import { type RefObject, useEffect, useMemo } from 'react'
import { useLocation } from '../../lib/router/hooks.ts'
import { findReadings } from './reading-marks.ts'

/** The words to mark of the search that is in the address; empty when there is none. */
export function useSearchTerms(): readonly string[] {
  const { search } = useLocation()
  const keyword = new URLSearchParams(search).get('searchKeyword') ?? ''
  return useMemo(() => termsOf(keyword), [keyword])
}

/** Dates in the query decide nothing here. */
const anyDay = { year: 2026, month: 1, day: 1 }

const termsOf = (keyword: string): readonly string[] =>
  keyword === '' ? [] : wordsToMark(parseQuery(keyword, anyDay))

const maxRanges = 1_000

/**
 * Marks words where they stand, by the CSS Custom Highlight API: the document, also that of a mail in its frame, is not
 * changed. Styled as `::highlight(hit-…)`. Browsers without it show the text unmarked.
 */
export function markHits(root: HTMLElement, name: string, terms: readonly string[]): void {
  const view = root.ownerDocument.defaultView
  if (!view || !('highlights' in view.CSS)) return
  const ranges = terms.length > 0 ? rangesIn(root, terms) : []
  if (ranges.length === 0) view.CSS.highlights.delete(name)
  else view.CSS.highlights.set(name, new view.Highlight(...ranges))
}

function rangesIn(root: HTMLElement, terms: readonly string[]): Range[] {
  const page = root.ownerDocument
  const texts = page.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const ranges: Range[] = []
  for (let node = texts.nextNode(); node && ranges.length < maxRanges; node = texts.nextNode()) {
    if (node.parentElement?.closest('style, script, [aria-hidden=true]')) continue
    for (const [start, end] of marksIn(node, terms)) {
      const range = page.createRange()
      range.setStart(node, start)
      range.setEnd(node, end)
      ranges.push(range)
    }
  }
  return ranges
}

/** Names are found by their pinyin too, so it is marked in them. */
function marksIn(node: Node, terms: readonly string[]): readonly Mark[] {
  const text = node.nodeValue ?? ''
  const marks = findMarks(text, terms)
  const isName = node.parentElement?.closest('[data-person]') !== null
  return marks.length === 0 && isName ? findReadings(text, terms) : marks
}

/** Keeps the words of the search marked in a part of the page while it changes. */
export function useMarks(
  root: RefObject<HTMLElement | null>,
  name: string,
  terms: readonly string[],
): void {
  useEffect(() => {
    const element = root.current
    if (!element || terms.length === 0) return
    const mark = () => markHits(element, name, terms)
    mark()
    const observer = new MutationObserver(mark)
    observer.observe(element, { subtree: true, childList: true, characterData: true })
    return () => {
      observer.disconnect()
      markHits(element, name, [])
    }
  }, [root, name, terms])
}
