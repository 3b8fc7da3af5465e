import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate } from '../../../lib/router/hooks.ts'
import { hasQuickText } from '../send/quick-hand-off.ts'
import { addTag, pathOfTag, showTag, useComposeTags } from './compose-tags.ts'
import { findTag } from './find-tag.ts'
import { restoreTags } from './kept-tags.ts'

/**
 * Shows the tag that the address means and opens one where there is none. Meanwhile the address follows the draft
 * (`?draft=7`), so that a reload goes on with it and not with another new mail.
 */
export function useTagOfAddress(type: string, mailId: number): void {
  const location = useLocation()
  const navigate = useNavigate()
  const go = useRef(navigate)
  go.current = navigate
  /** What this address was found to mean: it is asked only once. */
  const answered = useRef<{ key: object; id: string } | null>(null)
  const tag = useComposeTags(({ tags, active }) => tags.find((one) => one.id === active))
  const { pathname, search, state } = location

  useLayoutEffect(() => {
    restoreTags()
    const known = answered.current?.key === location ? answered.current.id : idOf(state)
    const handsOver = mailId > 0 && known === null && hasQuickText(mailId)
    const address = { type, mailId, search, tag: known, handsOver }
    const found = findTag(address, useComposeTags.getState())
    if (found.kind === 'gone') {
      void go.current(useComposeTags.getState().home, { replace: true })
      return
    }
    const shown =
      found.kind === 'tag'
        ? found.tag
        : addTag({
            type,
            mailId,
            draftId: found.draftId,
            search: found.draftId === null ? search : '',
          })
    answered.current = { key: location, id: shown.id }
    showTag(shown.id)
  }, [location, type, mailId, search, state])

  useLayoutEffect(() => () => showTag(null), [])

  useLayoutEffect(() => {
    if (tag === undefined || tag.id !== answered.current?.id || !isStillAt(pathname)) return
    const path = pathOfTag(tag)
    if (idOf(state) === tag.id && path === pathname + search) return
    void go.current(path, { replace: true, state: { tag: tag.id } })
  }, [tag, pathname, search, state])
}

/** The address may be another one already while this view is still drawn: a late save must not call the writer back. */
const isStillAt = (pathname: string): boolean =>
  window.location.hash.slice(1).split('?')[0] === pathname

function idOf(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('tag' in state)) return null
  return typeof state.tag === 'string' ? state.tag : null
}
