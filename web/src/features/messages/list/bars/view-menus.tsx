import { limits } from '@hongyan/contract/limits'
import type { ListAssigned, ListFilter, ListOrder, ListSort } from '@hongyan/contract/messages'
import type { SettingChange, SettingsIndex } from '@hongyan/contract/settings'
import { useTranslation } from '../../../../lib/i18n.ts'
import { changeSetting, useSettings, useUser } from '../../../../lib/me.ts'
import { useNavigate } from '../../../../lib/router/hooks.ts'
import type { Translate } from '../../../../lib/translate.ts'
import { tellTrouble } from '../../../../lib/trouble.ts'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { iconFilter, iconSettings, iconSort, iconView } from '../../../../ui/icons.ts'
import { Menu, type MenuEntry, oneOf } from '../../../../ui/menu.tsx'
import { isWhole, type ListSource, type ListView } from '../../list-source.ts'
import styles from '../list-pane.module.css'
import { showAs } from '../list-store.ts'

interface ViewProps {
  source: ListSource
  view: ListView
}

export const filters: readonly ListFilter[] = [
  'all',
  'unread',
  'read',
  'starred',
  'attachment',
  'colored',
]

const assignments: readonly ListAssigned[] = ['all', 'mine', 'nobody']

/** Quick filters. A filtered list is by date. */
export function FilterMenu({ source, view }: ViewProps) {
  const { t } = useTranslation('list')
  const isMember = useUser()?.member != null
  const entries = (): MenuEntry[] => {
    const choices = filters.map((filter) => ({
      id: filter,
      label: t(`filter.${filter}`),
      checked: view.filter === filter,
      onSelect: () => showAs(source, { filter, assigned: 'all', sort: 'date', order: null }),
    }))
    const ofPeople = assignments.map((assigned) => ({
      id: `assigned-${assigned}`,
      label: t(`assigned.${assigned}`),
      checked: view.assigned === assigned,
      onSelect: () => showAs(source, { filter: 'all', assigned, sort: 'date', order: null }),
    }))
    const people: MenuEntry = {
      kind: 'group',
      id: 'assigned',
      label: t('assignedTo'),
      choices: ofPeople,
    }
    return [...oneOf(t('filterBy'), choices), ...(isMember ? [people] : [])]
  }
  return (
    <Menu
      label={t('filterBy')}
      align="end"
      entries={entries}
      trigger={(props) => (
        <IconButton
          icon={iconFilter}
          label={t('filterBy')}
          className={isWhole(view) ? undefined : styles.chosen}
          {...props}
        />
      )}
    />
  )
}

const orders: readonly { sort: ListSort; order: ListOrder }[] = [
  { sort: 'date', order: 'desc' },
  { sort: 'date', order: 'asc' },
  { sort: 'sender', order: 'asc' },
  { sort: 'sender', order: 'desc' },
  { sort: 'subject', order: 'asc' },
  { sort: 'subject', order: 'desc' },
  { sort: 'size', order: 'desc' },
  { sort: 'size', order: 'asc' },
]

/** Order of the list; lists over folders are by date. An order shows all mail. */
export function SortMenu({ source, view }: ViewProps) {
  const { t } = useTranslation('list')
  const possible = source.kind === 'folder' ? orders : orders.slice(0, 2)
  const natural = view.sort === 'sender' || view.sort === 'subject' ? 'asc' : 'desc'
  const current = view.order ?? natural
  const choices = () =>
    possible.map(({ sort, order }) => ({
      id: `${sort}-${order}`,
      label: t(`order.${sort}-${order}`),
      checked: view.sort === sort && current === order,
      onSelect: () =>
        showAs(source, {
          filter: sort === 'date' ? view.filter : 'all',
          assigned: sort === 'date' ? view.assigned : 'all',
          sort,
          order: sort === 'date' && order === 'desc' ? null : order,
        }),
    }))
  const plain = view.sort === 'date' && current === 'desc'
  return (
    <Menu
      label={t('sortBy')}
      align="end"
      entries={() => oneOf(t('sortBy'), choices())}
      trigger={(props) => (
        <IconButton
          icon={iconSort}
          label={t('sortBy')}
          className={plain ? undefined : styles.chosen}
          {...props}
        />
      )}
    />
  )
}

/** Layout, density, paging and conversations: saved with the user's settings. */
export function ViewMenu() {
  const { t } = useTranslation('list')
  const navigate = useNavigate()
  const settings = useSettings()
  const entries = () => viewEntries(settings, t, () => void navigate('/set/normalset'))
  return (
    <Menu
      label={t('view')}
      align="end"
      entries={entries}
      trigger={(props) => <IconButton icon={iconView} label={t('view')} {...props} />}
    />
  )
}

const change = (setting: SettingChange) => void changeSetting(setting).catch(tellTrouble)

function viewEntries(
  settings: SettingsIndex | undefined,
  t: Translate<'list'>,
  onMore: () => void,
): MenuEntry[] {
  const chosen = settings?.showMailPageNumber ?? 2
  const paged = chosen === 1
  return [
    {
      kind: 'group',
      id: 'layout',
      label: t('layout'),
      choices: ([3, 2] as const).map((value) => ({
        id: `layout${value}`,
        label: t(`layout${value}`),
        checked: (settings?.layout ?? 3) === value,
        onSelect: () => change({ key: 'layout', value }),
      })),
    },
    {
      kind: 'group',
      id: 'density',
      label: t('density'),
      choices: ([1, 2, 3] as const).map((value) => ({
        id: `density${value}`,
        label: t(`density${value}`),
        checked: (settings?.tableSize ?? 2) === value,
        onSelect: () => change({ key: 'tableSize', value }),
      })),
    },
    {
      kind: 'group',
      id: 'size',
      label: t('pageSize'),
      choices: [
        ...limits.pageSizes.map((value) => ({
          id: `size${value}`,
          label: t('rows', { count: value }),
          checked: paged && settings?.mailCount === value,
          onSelect: () => {
            change({ key: 'mailCount', value })
            if (!paged) change({ key: 'showMailPageNumber', value: 1 })
          },
        })),
        {
          id: 'continuous',
          label: t('continuous'),
          checked: chosen === 0,
          onSelect: () => change({ key: 'showMailPageNumber', value: 0 }),
        },
        {
          id: 'paging-auto',
          label: t('list:pagingModes.2'),
          checked: chosen === 2,
          onSelect: () => change({ key: 'showMailPageNumber', value: 2 }),
        },
      ],
    },
    {
      kind: 'group',
      id: 'grouping',
      label: t('grouping'),
      choices: ([0, 1] as const).map((value) => ({
        id: `conversation${value}`,
        label: t(`conversation${value}`),
        checked: (settings?.conversation ?? 0) === value,
        onSelect: () => change({ key: 'conversation', value }),
      })),
    },
    { kind: 'divider', id: 'line' },
    {
      id: 'more',
      label: t('moreViewSettings'),
      icon: iconSettings,
      onSelect: onMore,
    },
  ]
}
