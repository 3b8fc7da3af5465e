import { type Query, QueryObserver } from '@tanstack/react-query'
import { Activity, useLayoutEffect, useRef, useState } from 'react'
import { MailScreen } from '../../features/messages/mail-screen.tsx'
import { queryClient } from '../../lib/queries.ts'
import type { RouteLocation } from '../../lib/router/address.ts'
import { LocationContext } from '../../lib/router/contexts.ts'
import { useLocation } from '../../lib/router/hooks.ts'
import { putAway } from '../../ui/put-away.ts'
import { isMailRoute } from '../routes/mail-routes.ts'
import styles from './shell.module.css'

/**
 * List and reader stay while another screen is shown: selection, scroll offset and the frame of the open mail are there
 * again without being made anew. Meanwhile their effects rest: keys, reloads and timers are those of what is on screen.
 */
export function KeptMail() {
  const location = useLocation()
  const isShown = isMailRoute(location.pathname)
  // The address of another screen is not theirs: behind it they stand where they were left.
  const [where, setWhere] = useState<RouteLocation | null>(null)
  if (isShown && where !== location) setWhere(location)
  const screen = useRef<HTMLDivElement>(null)
  const was = useRef(isShown)
  useLayoutEffect(() => {
    const leaves = was.current && !isShown
    was.current = isShown
    if (leaves) putAway(screen.current)
    if (!isShown) return holdAnswers()
  }, [isShown])
  if (where === null) return null
  return (
    <Activity mode={isShown ? 'visible' : 'hidden'}>
      <div ref={screen} className={styles.kept}>
        <LocationContext value={where}>
          <MailScreen />
        </LocationContext>
      </div>
    </Activity>
  )
}

/** What lists and reader show is not forgotten while nobody looks at it, however long that takes. @returns the end of it */
function holdAnswers(): () => void {
  const isOurs = ({ queryKey }: Query) => queryKey[0] === 'list' || queryKey[0] === 'mail'
  const held = queryClient
    .getQueryCache()
    .findAll({ type: 'active', predicate: isOurs })
    .map((query) => {
      const options = { ...query.options, queryKey: query.queryKey, enabled: false }
      return new QueryObserver(queryClient, options).subscribe(() => undefined)
    })
  return () => {
    for (const release of held) release()
  }
}
