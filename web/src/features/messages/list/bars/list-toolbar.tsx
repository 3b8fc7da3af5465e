import type { Folder } from '@hongyan/contract/folders'
import { memo, useRef } from 'react'
import { useTranslation } from '../../../../lib/i18n.ts'
import { useMay } from '../../../../lib/me.ts'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { Chip } from '../../../../ui/chip.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { iconRefresh } from '../../../../ui/icons.ts'
import type { BulkActions } from '../../action-types.ts'
import { isWhole } from '../../list-source.ts'
import { wholeNeeds } from '../../permitted-actions.ts'
import styles from '../list-pane.module.css'
import { select, selectWhole, showAs, useListStore } from '../list-store.ts'
import { nothingSelected, toggleAll } from '../selection.ts'
import { SelectionBar } from '../tools-ahead.ts'
import type { MessageList } from '../use-message-list.ts'
import { FilterMenu, SortMenu, ViewMenu } from './view-menus.tsx'

interface ListToolbarProps {
  list: MessageList
  title: string
  unread: number
  folder: Folder | undefined
  actions: BulkActions
}

/** Title and view choices; with rows selected, what can be done with them. */
export const ListToolbar = memo(function ListToolbar(props: ListToolbarProps) {
  const { list, title, unread, folder, actions } = props
  const { t } = useTranslation('list')
  const bar = useRef<HTMLDivElement>(null)
  const { ids } = useListStore((state) => state.selection)
  const all = list.order.length > 0 && list.order.every((id) => ids.has(id))
  return (
    <>
      <div ref={bar} className={styles.toolbar} role="toolbar" aria-label={t('actions')}>
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
            <SelectionBar bar={bar} list={list} folder={folder} actions={actions} />
          </>
        ) : (
          <>
            <h1 className={styles.title}>
              {title}
              {unread > 0 && (
                <span className={styles.unread}>{t('folders:unread', { count: unread })}</span>
              )}
            </h1>
            <ViewTools list={list} />
          </>
        )}
      </div>
      <ViewNote list={list} />
      {folder && <WholeNote list={list} all={all} />}
    </>
  )
})

function ViewTools({ list }: { list: MessageList }) {
  const { t } = useTranslation('list')
  const { source, view } = list
  return (
    <>
      {source?.kind === 'folder' && <FilterMenu source={source} view={view} />}
      {source && source.kind !== 'search' && source.kind !== 'label' && (
        <SortMenu source={source} view={view} />
      )}
      <IconButton
        icon={iconRefresh}
        label={t('refresh')}
        className={list.isFetching && !list.isPending ? styles.turning : undefined}
        onClick={list.refetch}
      />
      <ViewMenu />
    </>
  )
}

/** Says that a list is filtered, and takes the filter away. */
function ViewNote({ list }: { list: MessageList }) {
  const { t } = useTranslation('list')
  const { source, view } = list
  if (!source || isWhole(view)) return null
  const clear = () =>
    showAs(source, { filter: 'all', assigned: 'all', sort: 'date', order: view.order })
  return (
    <div className={styles.note}>
      <Chip tone="accent" onRemove={clear} removeLabel={t('clearFilter')}>
        {view.assigned === 'all' ? t(`filter.${view.filter}`) : t(`assigned.${view.assigned}`)}
      </Chip>
      {list.total !== null && <span>{t('rows', { count: list.total })}</span>}
    </div>
  )
}

/** With all rows on screen selected: offers to mean all of the folder. */
function WholeNote({ list, all }: { list: MessageList; all: boolean }) {
  const { t } = useTranslation('list')
  const { ids } = useListStore((state) => state.selection)
  const whole = useListStore((state) => state.whole)
  const { total } = list
  const may = useMay()
  const more = list.view.conversation || total === null || total > ids.size
  if (!all || ids.size === 0 || !more || list.view.assigned !== 'all' || !may(wholeNeeds))
    return null
  return (
    <div className={styles.note} role="status">
      <span>
        {whole ? t('wholeSelected', { count: total ?? 0 }) : t('pageSelected', { count: ids.size })}
      </span>
      <button
        type="button"
        className={styles.link}
        onClick={() => (whole ? select(() => nothingSelected) : selectWhole(true))}
      >
        {whole
          ? t('clearSelection')
          : t(total === null ? 'selectWholeUncounted' : 'selectWhole', { count: total ?? 0 })}
      </button>
    </div>
  )
}
