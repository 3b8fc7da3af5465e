import type { Folder } from '@hongyan/contract/folders'
import { limits } from '@hongyan/contract/limits'
import { useTranslation } from 'react-i18next'
import { changeSetting, useSettings } from '../../../lib/me.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import {
  iconMail,
  iconMailOpen,
  iconMove,
  iconRefresh,
  iconSliders,
  iconStar,
  iconTag,
  iconTrash,
} from '../../../ui/icons.ts'
import { Menu, type MenuEntry } from '../../../ui/menu.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { askFolder } from '../../folders/folders.public.ts'
import { LabelMenu } from '../../labels/labels.public.tsx'
import type { BulkActions } from '../action-types.ts'
import { MoveMenu } from '../move-menu.tsx'
import styles from './list-pane.module.css'
import { select, useListStore } from './list-store.ts'
import { nothingSelected, toggleAll } from './selection.ts'
import type { MessageList } from './use-message-list.ts'

interface ListToolbarProps {
  list: MessageList
  title: string
  unread: number
  folder: Folder | undefined
  actions: BulkActions
}

/** Title and view choices; with rows selected, what can be done with them. */
export function ListToolbar({ list, title, unread, folder, actions }: ListToolbarProps) {
  const { t } = useTranslation('list')
  const { ids } = useListStore((state) => state.selection)
  const all = list.order.length > 0 && ids.size === list.order.length
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={t('actions')}>
      <Checkbox
        className={styles.all}
        aria-label={t('selectAll')}
        checked={all}
        mixed={ids.size > 0 && !all}
        disabled={list.order.length === 0}
        onChange={() => select((selection) => toggleAll(selection, list.order))}
      />
      {ids.size > 0 ? (
        <>
          <h1 className="visually-hidden">{title}</h1>
          <SelectionBar count={ids.size} folder={folder} rows={list} actions={actions} />
        </>
      ) : (
        <>
          <h1 className={styles.title}>
            {title}
            {unread > 0 && (
              <span className={styles.unread}>{t('folders:unread', { count: unread })}</span>
            )}
          </h1>
          <IconButton
            icon={iconRefresh}
            label={t('refresh')}
            className={list.isFetching && !list.isPending ? styles.turning : undefined}
            onClick={() => void list.refetch()}
          />
          <ViewMenu />
        </>
      )}
    </div>
  )
}

interface SelectionBarProps {
  count: number
  folder: Folder | undefined
  rows: MessageList
  actions: BulkActions
}

function SelectionBar({ count, folder, rows, actions }: SelectionBarProps) {
  const { t } = useTranslation('list')
  const { ids } = useListStore((state) => state.selection)
  const unread = rows.rows.some((item) => ids.has(item.mailId) && !item.seen)
  const forGood = folder?.role === 'trash'
  return (
    <>
      <button type="button" className={styles.count} onClick={() => select(() => nothingSelected)}>
        {t('selected', { count })}
      </button>
      <IconButton
        icon={unread ? iconMailOpen : iconMail}
        label={t(unread ? 'markRead' : 'markUnread')}
        shortcut="u"
        onClick={() => actions.seen(unread)}
      />
      <IconButton icon={iconStar} label={t('star')} shortcut="s" onClick={actions.star} />
      {folder?.role !== 'drafts' && (
        <MoveMenu
          from={folder?.folderId ?? null}
          onMove={actions.move}
          trigger={(props) => <IconButton icon={iconMove} label={t('move')} {...props} />}
        />
      )}
      <LabelMenu
        targets={() => rows.rows.filter(({ mailId }) => ids.has(mailId))}
        onCreate={(onSaved) => askFolder({ kind: 'label', label: null, onSaved })}
        trigger={(props) => <IconButton icon={iconTag} label={t('labels:mark')} {...props} />}
      />
      <IconButton
        icon={iconTrash}
        label={t(forGood ? 'deleteForGood' : 'delete')}
        shortcut="e"
        onClick={actions.remove}
      />
    </>
  )
}

/** Layout, density and page size: saved with the user's settings. */
function ViewMenu() {
  const { t } = useTranslation('list')
  const settings = useSettings()
  const change = (setting: Parameters<typeof changeSetting>[0]) =>
    void changeSetting(setting).catch((error: Error) =>
      toast({ kind: 'error', text: error.message }),
    )
  const entries: MenuEntry[] = [
    { kind: 'heading', id: 'layout', label: t('layout') },
    ...([3, 2] as const).map((value) => ({
      id: `layout${value}`,
      label: t(`layout${value}`),
      checked: (settings?.layout ?? 3) === value,
      onSelect: () => change({ key: 'layout', value }),
    })),
    { kind: 'heading', id: 'density', label: t('density') },
    ...([1, 2, 3] as const).map((value) => ({
      id: `density${value}`,
      label: t(`density${value}`),
      checked: (settings?.tableSize ?? 2) === value,
      onSelect: () => change({ key: 'tableSize', value }),
    })),
    { kind: 'heading', id: 'size', label: t('pageSize') },
    ...limits.pageSizes.map((value) => ({
      id: `size${value}`,
      label: t('rows', { count: value }),
      checked: settings?.mailCount === value,
      onSelect: () => change({ key: 'mailCount', value }),
    })),
  ]
  return (
    <Menu
      label={t('view')}
      align="end"
      entries={entries}
      trigger={(props) => <IconButton icon={iconSliders} label={t('view')} {...props} />}
    />
  )
}
