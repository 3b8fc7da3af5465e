import type { BulkAction } from '@hongyan/contract/bulk'
import type { Folder } from '@hongyan/contract/folders'
import type { ListFilter, MessageItem } from '@hongyan/contract/messages'
import { allowed } from '../../lib/allowed.tsx'
import type { BulkActions } from './action-types.ts'
import { askLabels } from './ask-labels.ts'
import { askWhereTo } from './ask-where-to.ts'
import { startBulk } from './bulk-store.ts'
import { exportMail } from './export-mail.ts'
import { select, useListStore } from './list/list-store.ts'
import { nothingSelected } from './list/selection.ts'
import {
  archiveMessages,
  type Leaving,
  markColor,
  markPinned,
  markSeen,
  markSpam,
  markStarred,
  restoreMessages,
  type Target,
} from './message-actions.ts'
import { permitted, wholeNeeds } from './permitted-actions.ts'
import type { Question, Screen } from './screen-types.ts'

interface Means {
  /** The selection, or else the open message, or else the row the keyboard is on. */
  targets: () => readonly MessageItem[]
  /** Forgets what is about to leave the list, then does it. */
  away: (targets: readonly Target[], run: Leaving) => unknown
  move: (targets: readonly Target[], to: Folder) => void
  remove: (targets: readonly Target[]) => void
  go: (path: string) => void
  ask: (question: Question) => void
}

/** What the bar over the list and the keys do. */
export function bulkActions(screen: () => Screen, means: Means): BulkActions {
  return permitted(orWhole(actionsOn(screen, means), { screen, ask: means.ask }))
}

/** What acts on the mails that `means` tells, whatever is selected. */
export function actionsOn(screen: () => Screen, means: Means): BulkActions {
  const { targets, away, move, remove, go, ask } = means
  return permitted({
    seen: (seen) => void markSeen(targets(), seen),
    star: () => {
      const chosen = targets()
      void markStarred(chosen, !chosen.every(({ starred }) => starred))
    },
    pin: () => {
      const chosen = targets()
      void markPinned(chosen, !chosen.every(({ pinned }) => pinned))
    },
    color: (color) => void markColor(targets(), color),
    move: (to) => move(targets(), to),
    archive: () => away(targets(), archiveMessages),
    spam: (spam) => away(targets(), (chosen) => markSpam(chosen, spam)),
    restore: () => away(targets(), restoreMessages),
    remove: () => remove(targets()),
    exportMail: () => void exportMail(targets().map(({ mailId }) => mailId)),
    related: () => {
      const [one] = targets()
      if (one) go(`/inboxct?address=${encodeURIComponent(one.mailFrom.address)}`)
    },
    report: () => {
      const [mail] = targets()
      if (mail) ask({ kind: 'report', mail })
    },
    todo: () => {
      const [mail] = targets()
      if (mail) ask({ kind: 'todo', mail })
    },
    askMove: () =>
      askWhereTo(targets(), screen().place.folder?.folderId ?? null, (to) => move(targets(), to)),
    askLabels: () => askLabels(targets()),
  })
}

/** With all of a folder selected the same buttons start an action on the whole folder. */
function orWhole(
  single: BulkActions,
  { screen, ask }: { screen: () => Screen; ask: (question: Question) => void },
): BulkActions {
  const whole = (): { mailboxId: number; filter: ListFilter } | null => {
    const { place, list } = screen()
    if (!useListStore.getState().whole || list.source?.kind !== 'folder' || !place.folder)
      return null
    return { mailboxId: list.source.folderId, filter: list.view.filter }
  }
  const begin = (action: BulkAction, or: () => void, targetMailboxId?: number) => {
    const folder = whole()
    if (!folder) return or()
    allowed(wholeNeeds, () => {
      select(() => nothingSelected)
      void startBulk({ ...folder, action, ...(targetMailboxId ? { targetMailboxId } : {}) })
    })()
  }
  return {
    ...single,
    seen: (seen) => begin(seen ? 'seen' : 'unseen', () => single.seen(seen)),
    star: () => begin('star', single.star),
    move: (to) => begin('move', () => single.move(to), to.folderId),
    archive: () => begin('archive', single.archive),
    spam: (spam) => begin(spam ? 'spam' : 'restore', () => single.spam(spam)),
    restore: () => begin('restore', single.restore),
    remove: () => {
      const folder = whole()
      if (!folder) return single.remove()
      const { place, list } = screen()
      if (place.folder?.role !== 'trash') return begin('recycle', single.remove)
      allowed(wholeNeeds, () => ask({ kind: 'whole', ...folder, count: list.total ?? 0 }))()
    },
  }
}
