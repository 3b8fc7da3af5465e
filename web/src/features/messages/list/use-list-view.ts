import { isLongList, standsBeside } from '@hongyan/contract/list-mode'
import { useEffect, useMemo } from 'react'
import { useSettings } from '../../../lib/me.ts'
import { useMedia } from '../../../lib/media.ts'
import { phoneWidth, wideWidth } from '../../../lib/room.ts'
import { useLocation } from '../../../lib/router/hooks.ts'
import { readWarm, rememberWarm } from '../../folders/folders.public.ts'
import { type ListSource, type ListView, plainView, possibleView } from '../list-source.ts'
import { useChosenView } from './list-store.ts'

export interface ListMode {
  view: ListView
  /** One long list instead of pages (MAILLIST-07). */
  continuous: boolean
  /** Rows on a page (MAILLIST-06). */
  pageSize: number
  /** Settings are here: before that a list that may look otherwise is not asked for. */
  known: boolean
}

/** How a list is shown: by the user's settings, and by what was chosen for it. */
export function useListMode(source: ListSource | null): ListMode {
  const settings = useSettings()
  const chosen = useChosenView(source)
  const warm = readWarm()
  // Who came by a notification brings the size along (PUSH-07), until the next step.
  const brought = broughtSize(useLocation().state)
  const conversation = settings ? settings.conversation === 1 : warm.conversation === true
  const suits = useSuitsLongList()
  const continuous = settings ? suits : warm.continuous === true
  const setting = settings?.mailCount
  useEffect(() => {
    if (setting) rememberWarm({ pageSize: setting, conversation, continuous })
  }, [setting, conversation, continuous])
  const view = useMemo(
    () => (source ? possibleView(source, { ...chosen, conversation }) : plainView),
    [source, chosen, conversation],
  )
  const isLong =
    continuous && brought === null && source?.kind !== 'search' && source?.kind !== 'label'
  const pageSize = brought ?? setting ?? warm.pageSize ?? 15
  const known = settings !== undefined || warm.pageSize !== undefined
  return useMemo(
    () => ({ view, continuous: isLong, pageSize, known }),
    [view, isLong, pageSize, known],
  )
}

function broughtSize(state: unknown): number | null {
  if (typeof state !== 'object' || state === null || !('pageSize' in state)) return null
  return typeof state.pageSize === 'number' ? state.pageSize : null
}

/** Whether one long list is wanted. */
function useSuitsLongList(): boolean {
  const settings = useSettings()
  const phone = useMedia(phoneWidth)
  const wide = useMedia(wideWidth)
  return settings !== undefined && isLongList(settings, { phone, wide })
}

/** List and reader stand side by side: by the settings, where the window has room. */
export function useBeside(): boolean {
  const wide = useMedia(wideWidth)
  return standsBeside(useSettings() ?? asAtFirst, { wide })
}

/** Until the settings are here. */
const asAtFirst = { layout: 3, showMailList: 1 }
