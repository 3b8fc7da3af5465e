import type { FolderRole } from '@hongyan/contract/folders'
import type { MessageItem } from '@hongyan/contract/messages'
import { useTranslation } from '../../../../lib/i18n.ts'
import { useMay } from '../../../../lib/me.ts'
import { IconButton } from '../../../../ui/icon-button.tsx'
import type { RowActions } from '../../action-types.ts'
import { offeredActions } from '../bars/offered-actions.ts'
import styles from '../message-list.module.css'

interface RowButtonsProps {
  item: MessageItem
  role: FolderRole | null
  actions: RowActions
}

/** What is done most, where the time stood: only for the row under the pointer. */
export function RowButtons({ item, role, actions }: RowButtonsProps) {
  const { t } = useTranslation('list')
  const may = useMay()
  const offered = offeredActions({
    may,
    chosen: [item],
    role,
    actions: actions.on(item),
    whole: false,
  })
  const shown = handy.flatMap((id) => offered.find((action) => action.id === id) ?? [])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a cell of a grid of interactive rows
    // biome-ignore lint/a11y/useFocusableInteractive: the row takes the focus, not its cells
    <span role="gridcell" className={styles.buttons}>
      {shown.map(({ id, icon, label, shortcut, run }) => (
        <IconButton
          key={id}
          size="sm"
          tabIndex={-1}
          icon={icon}
          label={t(label)}
          onClick={run}
          {...(shortcut ? { shortcut } : {})}
        />
      ))}
    </span>
  )
}

/** In this order; in a bin "restore" stands where the archive would. */
const handy = ['archive', 'restore', 'delete', 'seen', 'todo'] as const
