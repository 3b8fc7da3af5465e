import type { FolderRole } from '@hongyan/contract/folders'
import type { MessageItem } from '@hongyan/contract/messages'
import { useTranslation } from '../../../../lib/i18n.ts'
import { useMay } from '../../../../lib/me.ts'
import type { Translate } from '../../../../lib/translate.ts'
import { ContextMenu } from '../../../../ui/context-menu.tsx'
import { iconForward, iconMailOpen, iconReply } from '../../../../ui/icons.ts'
import { iconReplyAll } from '../../../../ui/icons-later.ts'
import type { MenuEntry } from '../../../../ui/menu.tsx'
import type { ReaderActions, RowActions, Spot } from '../../action-types.ts'
import { writeNeeds } from '../../compose-path.ts'
import { type OfferedAction, offeredActions } from '../bars/offered-actions.ts'
import { selectedIds } from '../list-store.ts'

interface RowMenuProps {
  item: MessageItem
  at: Spot
  role: FolderRole | null
  rows: readonly MessageItem[]
  actions: RowActions
  reader: ReaderActions
  onClose: () => void
}

/** Everything that can be done with a row, under the right button of the pointer. */
export function RowMenu({ item, at, role, rows, actions, reader, onClose }: RowMenuProps) {
  const { t } = useTranslation('list')
  const ids = selectedIds()
  const chosen = ids.has(item.mailId) ? rows.filter(({ mailId }) => ids.has(mailId)) : [item]
  const may = useMay()
  const offered = offeredActions({ may, chosen, role, actions: actions.on(item), whole: false })
  const write = (mode: 'reply' | 'replyAll' | 'forward') => () => reader.write(mode, item.mailId)
  const answers: MenuEntry[] =
    chosen.length > 1 || item.draft
      ? []
      : [
          { id: 'open', label: t('open'), icon: iconMailOpen, onSelect: () => actions.open(item) },
          ...(may(writeNeeds) ? writing(write, t) : []),
          { kind: 'divider', id: 'line' },
        ]
  const entries = [
    ...answers,
    ...order.flatMap((id) =>
      entryOf(
        offered.find((one) => one.id === id),
        t,
      ),
    ),
  ]
  return <ContextMenu label={t('actions')} at={at} entries={entries} onClose={onClose} />
}

/** The ways to answer. */
const writing = (
  write: (mode: 'reply' | 'replyAll' | 'forward') => () => void,
  t: Translate<'list'>,
): MenuEntry[] => [
  {
    id: 'reply',
    label: t('list:reply'),
    icon: iconReply,
    hint: 'r',
    onSelect: write('reply'),
  },
  {
    id: 'replyAll',
    label: t('list:replyAll'),
    icon: iconReplyAll,
    hint: 'a',
    onSelect: write('replyAll'),
  },
  {
    id: 'forward',
    label: t('list:forward'),
    icon: iconForward,
    hint: 'f',
    onSelect: write('forward'),
  },
]

/** The most used first. */
const order = [
  'restore',
  'notSpam',
  'archive',
  'delete',
  'seen',
  'star',
  'pin',
  'todo',
  'label',
  'move',
  'spam',
  'export',
  'related',
]

const entryOf = (action: OfferedAction | undefined, t: Translate<'list'>): MenuEntry[] =>
  action
    ? [
        {
          id: action.id,
          label: t(action.label),
          icon: action.icon,
          ...(action.shortcut ? { hint: action.shortcut } : {}),
          onSelect: action.run,
        },
      ]
    : []
