import { sortingMails } from '@hongyan/contract/assistant-wire'
import type { Folder } from '@hongyan/contract/folders'
import type { MessageItem } from '@hongyan/contract/messages'
import type { RefObject } from 'react'
import { useTranslation } from '../../../../lib/i18n.ts'
import { useMay } from '../../../../lib/me.ts'
import { madeKey } from '../../../../lib/text-keys.ts'
import type { Translate } from '../../../../lib/translate.ts'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { iconClose, iconMore } from '../../../../ui/icons.ts'
import { Menu, type MenuEntry } from '../../../../ui/menu.tsx'
import { useHasSorting } from '../../../assistant/sorting/use-has-sorting.public.ts'
import { askFolder, askNewLabel } from '../../../folders/folders.public.ts'
import { LabelMenu } from '../../../labels/label-menu.public.ts'
import type { BulkActions } from '../../action-types.ts'
import { MoveMenu } from '../../move-menu.tsx'
import { actionNeeds } from '../../permitted-actions.ts'
import styles from '../list-pane.module.css'
import { select, useListStore } from '../list-store.ts'
import { flagColors } from '../rows/flag-colors.ts'
import { nothingSelected } from '../selection.ts'
import type { MessageList } from '../use-message-list.ts'
import { type OfferedAction, offeredActions } from './offered-actions.ts'
import { useFit } from './use-fit.ts'

interface SelectionBarProps {
  /** The bar in which the buttons have to fit. */
  bar: RefObject<HTMLElement | null>
  list: MessageList
  folder: Folder | undefined
  actions: BulkActions
}

/** What can be done with the selected mail. The bar shows as many buttons as there is room for, its menu the others. */
export function SelectionBar({ bar, list, folder, actions }: SelectionBarProps) {
  const { t } = useTranslation('list')
  const { ids } = useListStore((state) => state.selection)
  const whole = useListStore((state) => state.whole)
  const fit = useFit(bar, { button: 36, reserved: 36 + 108 + 36 })
  const chosen = list.rows.filter(({ mailId }) => ids.has(mailId))
  const may = useMay()
  const offered = offeredActions({ may, chosen, role: folder?.role ?? null, actions, whole })
  const count = whole ? (list.total ?? ids.size) : ids.size
  const rest = offered
    .slice(fit)
    .filter(isPlain)
    .map(
      ({ id, icon, label, shortcut, run }): MenuEntry => ({
        id,
        label: t(label),
        icon,
        ...(shortcut ? { hint: shortcut } : {}),
        onSelect: run,
      }),
    )
  const colors = whole || !may(actionNeeds.color) ? [] : colorEntries(actions, t)
  const entries = [...rest, ...colors]
  return (
    <>
      <button type="button" className={styles.picked} onClick={() => select(() => nothingSelected)}>
        {t('selected', { count })}
        <span className="visually-hidden">{t('clearSelection')}</span>
      </button>
      {offered.slice(0, fit).map((action) => (
        <ActionButton key={action.id} action={action} {...{ folder, actions, chosen }} />
      ))}
      {entries.length > 0 && (
        <Menu
          label={t('moreActions')}
          align="end"
          entries={entries}
          trigger={(props) => <IconButton icon={iconMore} label={t('moreActions')} {...props} />}
        />
      )}
    </>
  )
}

/** Moving and labelling open panels of their own. */
const isPlain = ({ id }: OfferedAction): boolean => id !== 'move' && id !== 'label'

interface ActionButtonProps {
  action: OfferedAction
  folder: Folder | undefined
  actions: BulkActions
  chosen: readonly MessageItem[]
}

function ActionButton({ action, folder, actions, chosen }: ActionButtonProps) {
  const { t } = useTranslation('list')
  const sorts = useHasSorting()
  const { id, icon, label, shortcut, run } = action
  const sort = () => {
    const mailIds = chosen.slice(0, sortingMails).map(({ mailId }) => mailId)
    askFolder({ kind: 'sort', labelId: null, mailIds })
  }
  if (id === 'move') {
    return (
      <MoveMenu
        from={folder?.folderId ?? null}
        onMove={actions.move}
        trigger={(props) => <IconButton icon={icon} label={t(label)} {...props} />}
      />
    )
  }
  if (id === 'label') {
    return (
      <LabelMenu
        targets={() => [...chosen]}
        onCreate={askNewLabel}
        onSort={sorts ? sort : undefined}
        trigger={(props) => <IconButton icon={icon} label={t(label)} {...props} />}
      />
    )
  }
  return (
    <IconButton icon={icon} label={t(label)} onClick={run} {...(shortcut ? { shortcut } : {})} />
  )
}

/** Colours belong to single mails: not to all of a folder. */
const colorEntries = (actions: BulkActions, t: Translate<'list'>): MenuEntry[] => [
  {
    kind: 'group',
    id: 'colors',
    label: t('color'),
    items: [
      ...flagColors.map((swatch, index) => ({
        id: `color${index + 1}`,
        label: t(madeKey(`colors.${index + 1}`)),
        swatch,
        onSelect: () => actions.color(index + 1),
      })),
      { id: 'color0', label: t('colors.0'), icon: iconClose, onSelect: () => actions.color(0) },
    ],
  },
]
