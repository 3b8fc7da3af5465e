import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** The router numbers the pages of this tab; page 0 has none of ours before it. */
function hasPageBefore(): boolean {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0
}

/** The address may be another one already while this screen is still drawn: a late save must not call the user back. */
const isStillAt = (pathname: string): boolean =>
  window.location.hash.slice(1).split('?')[0] === pathname

/**
 * Goes back to where the user came from. Meanwhile the address follows the draft (`?draft=7`), so
 * that a reload, or a restored tab, opens the same draft and not another new mail.
 */
export function useLeave(draftId: number | null): () => void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const left = useRef(false)
  const go = useRef(navigate)
  go.current = navigate

  useEffect(() => {
    if (draftId === null || left.current || !isStillAt(pathname)) return
    void go.current({ pathname, search: `?draft=${draftId}` }, { replace: true })
  }, [draftId, pathname])

  return () => {
    if (left.current) return
    left.current = true
    if (hasPageBefore()) void navigate(-1)
    else void navigate('/')
  }
}
