import { limits } from '@hongyan/contract/limits'
import { foldersQuery, readWarm } from '../features/folders/folders.public.ts'
import { homeQuery } from '../features/home/home.public.ts'
import { pageQuery } from '../features/messages/list-source.ts'
import { platformQuery, settingsQuery, userQuery } from '../lib/me.ts'
import { queryClient } from '../lib/queries.ts'
import { isSignedIn } from '../lib/session.ts'
import { startsAtHome, startsInInbox } from './first-place.ts'

/** Asks for what the first screen needs, all at the same time (early.ts may have asked before). Failures show where the data is used. */
export function warmUp(): void {
  void queryClient.prefetchQuery(platformQuery)
  if (!isSignedIn()) return
  void queryClient.prefetchQuery(foldersQuery)
  void queryClient.prefetchQuery(userQuery)
  void queryClient.prefetchQuery(settingsQuery)
  if (startsAtHome()) {
    void queryClient.prefetchQuery(homeQuery)
    void homePart()
  }
  const { inbox, pageSize, conversation, continuous } = readWarm()
  const rows = continuous ? limits.listBlock : pageSize
  if (inbox && rows && !conversation && startsInInbox()) {
    const source = { kind: 'folder', folderId: inbox } as const
    void queryClient.prefetchQuery(pageQuery({ source, cursor: null, pageSize: rows }))
  }
}

/** The home screen's code, on its way while the first answers are. */
const homePart = () => import('../features/home/home-screen.tsx').catch(() => undefined)
