import { foldersQuery } from '../features/folders/folders.public.ts'
import { homeQuery } from '../features/home/home.public.ts'
import { pageQuery, plainView } from '../features/messages/list-source.ts'
import { platformQuery, settingsQuery, userQuery } from '../lib/me.ts'
import { queryClient } from '../lib/queries.ts'
import { isSignedIn } from '../lib/session.ts'
import { askFirst } from './ask-first.ts'
import { type FirstList, guessedList, startsAtHome } from './first-place.ts'

/** Puts what early.ts asked for where the first screen looks for it. Failures show where the data is used. */
export function warmUp(): void {
  void queryClient.prefetchQuery(platformQuery)
  if (!isSignedIn()) return
  take()
  if (startsAtHome()) {
    void queryClient.prefetchQuery(homeQuery)
    void homePart()
  }
  const list = guessedList()
  if (list) takeList(list)
}

/** Who has just signed in goes on at `path`. @returns once the call is on its way: drawing the first screen would hold it up */
export async function warmUpAt(path: string): Promise<void> {
  const list = askFirst(path)
  take()
  list.then(
    (found) => found && takeList(found),
    () => undefined,
  )
  await new Promise((resolve) => setTimeout(resolve))
}

function take(): void {
  void queryClient.prefetchQuery(foldersQuery)
  void queryClient.prefetchQuery(userQuery)
  void queryClient.prefetchQuery(settingsQuery)
}

function takeList({ mailboxId: folderId, pageSize, conversation }: FirstList): void {
  const source = { kind: 'folder', folderId } as const
  const view = { ...plainView, conversation }
  void queryClient.prefetchQuery(pageQuery({ source, cursor: null, pageSize, view }))
}

/** The home screen's code, on its way while the first answers are. */
const homePart = () => import('../features/home/home-screen.tsx').catch(() => undefined)
