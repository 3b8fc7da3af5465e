import type { FolderRole } from '@hongyan/contract/folders'
import type { MessageItem } from '@hongyan/contract/messages'
import type { May } from '../../../../lib/me.ts'
import { keysOf, type ShortcutId } from '../../../../lib/shortcuts.ts'
import type { TextKey } from '../../../../lib/text-keys.ts'
import {
  iconArchive,
  iconExport,
  iconJunk,
  iconMail,
  iconMailOpen,
  iconMove,
  iconPeople,
  iconPin,
  iconRestore,
  iconStar,
  iconTag,
  iconTodo,
  iconTrash,
} from '../../../../ui/icons.ts'
import type { BulkActions } from '../../action-types.ts'
import { actionNeeds, destroyNeeds, wholeNeeds } from '../../permitted-actions.ts'

/** Something that can be done with the selected mail. */
export interface OfferedAction {
  id: string
  /** Its name, found by the `t` of `list`. */
  label: TextKey<'list'>
  icon: string
  shortcut?: string
  run: () => void
}

export interface Circumstances {
  /** What is done in this mailbox by whoever is in it. */
  may: May
  chosen: readonly MessageItem[]
  /** Null in own folders and in lists over folders. */
  role: FolderRole | null
  actions: BulkActions
  /** All of the folder is meant. */
  whole: boolean
}

/** What makes sense for a selection, the most used first: a narrow bar shows the first ones. Pure. */
export function offeredActions(given: Circumstances): OfferedAction[] {
  const { chosen, role, actions, whole } = given
  const unread = whole || chosen.some(isUnread)
  const pinned = chosen.length > 0 && chosen.every((item) => item.pinned)
  const places = placesOf(role)
  const all: (OfferedAction & { when: boolean })[] = [
    { id: 'move', label: 'move', icon: iconMove, run: actions.askMove, when: places.movable },
    { id: 'label', label: 'labels:mark', icon: iconTag, run: actions.askLabels, when: !whole },
    {
      id: 'seen',
      label: unread ? 'markRead' : 'markUnread',
      icon: unread ? iconMailOpen : iconMail,
      shortcut: firstKey('unread'),
      run: () => actions.seen(unread),
      when: true,
    },
    { id: 'restore', label: 'restore', icon: iconRestore, run: actions.restore, when: places.bin },
    {
      id: 'notSpam',
      label: 'notSpam',
      icon: iconJunk,
      shortcut: firstKey('spam'),
      run: () => actions.spam(false),
      when: role === 'junk',
    },
    {
      id: 'delete',
      label: role === 'trash' ? 'deleteForGood' : 'delete',
      icon: iconTrash,
      shortcut: firstKey('remove'),
      run: actions.remove,
      when: true,
    },
    {
      id: 'archive',
      label: 'archive',
      icon: iconArchive,
      shortcut: firstKey('archive'),
      run: actions.archive,
      when: places.archivable,
    },
    {
      id: 'star',
      label: 'star',
      icon: iconStar,
      shortcut: firstKey('star'),
      run: actions.star,
      when: true,
    },
    {
      id: 'spam',
      label: 'spam',
      icon: iconJunk,
      shortcut: firstKey('spam'),
      run: () => actions.spam(true),
      when: places.reportable,
    },
    {
      id: 'pin',
      label: pinned ? 'unpin' : 'pin',
      icon: iconPin,
      shortcut: firstKey('pin'),
      run: actions.pin,
      when: !whole,
    },
    {
      id: 'todo',
      label: 'list:makeTodo',
      icon: iconTodo,
      run: actions.todo,
      when: chosen.length === 1 && chosen[0]?.draft !== true && !whole,
    },
    { id: 'export', label: 'export', icon: iconExport, run: actions.exportMail, when: !whole },
    {
      id: 'related',
      label: 'related',
      icon: iconPeople,
      run: actions.related,
      when: chosen.length === 1 && !whole,
    },
  ]
  return all
    .filter(({ id, when }) => when && isAllowed(id, given))
    .map(({ when: _, ...action }) => action)
}

/** Which of the actions each of them is. */
const actionOf: Readonly<Record<string, keyof BulkActions>> = {
  move: 'askMove',
  label: 'askLabels',
  seen: 'seen',
  restore: 'restore',
  notSpam: 'spam',
  delete: 'remove',
  archive: 'archive',
  star: 'star',
  spam: 'spam',
  pin: 'pin',
  todo: 'todo',
  export: 'exportMail',
  related: 'related',
}

function isAllowed(id: string, { may, role, whole }: Circumstances): boolean {
  const action = actionOf[id]
  if (whole && !may(wholeNeeds)) return false
  if (action === 'remove' && role === 'trash') return may(destroyNeeds)
  return action !== undefined && may(actionNeeds[action])
}

const firstKey = (id: ShortcutId): string => keysOf(id)[0] ?? ''

const isUnread = ({ seen, conversation }: MessageItem): boolean =>
  !seen || (conversation?.unread ?? 0) > 0

function placesOf(role: FolderRole | null) {
  const bin = role === 'trash' || role === 'junk'
  const movable = role !== 'drafts'
  return {
    bin,
    movable,
    archivable: !bin && movable && role !== 'archive',
    reportable: !bin && movable && role !== 'sent',
  }
}
