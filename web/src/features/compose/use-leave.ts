import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * Goes back to where the user came from. Meanwhile the address follows the draft (`?draft=7`), so
 * that a reload, or a restored tab, opens the same draft and not another new mail.
 */
export function useLeave(draftId: number | null): () => void {
  const navigate = useNavigate()
  const location = useLocation()
  // A first page of the tab has no page to go back to.
  const hasBefore = useRef(location.key !== 'default')
  const left = useRef(false)
  const go = useRef(navigate)
  go.current = navigate
  const { pathname } = location

  useEffect(() => {
    if (draftId === null || left.current) return
    void go.current({ pathname, search: `?draft=${draftId}` }, { replace: true })
  }, [draftId, pathname])

  return () => {
    if (left.current) return
    left.current = true
    if (hasBefore.current) void navigate(-1)
    else void navigate('/')
  }
}
