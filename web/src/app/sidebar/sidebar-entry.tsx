import type { Folder } from '@hongyan/contract/folders'
import { type ReactNode, useRef } from 'react'
import { useIsOver } from '../../features/folders/drag-store.ts'
import { systemEntries } from '../../features/folders/folder-menu-entries.ts'
import { iconOf, pathOf, titleOf } from '../../features/folders/folders.public.ts'
import { useMayImport } from '../../features/imports/imports.public.ts'
import { showNewest } from '../../features/messages/messages.public.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useMay } from '../../lib/me.ts'
import { useLocation } from '../../lib/router/hooks.ts'
import { NavLink } from '../../lib/router/link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { iconLock, iconMore } from '../../ui/icons.ts'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import styles from './sidebar.module.css'

interface FolderEntryProps {
  folder: Folder
  depth?: number
  /** Unread mail to show; absent: the folder's own. */
  unread?: number
  /** Stands before the name: opens and closes what is inside. */
  toggle?: ReactNode
  /** What its menu offers; absent: what a system folder does. */
  entries?: MenuEntry[]
}

/** A folder of the menu: a link, a count, a place to drop mail, and a menu at hand and under the right button. */
export function FolderEntry({ folder, depth = 0, unread, toggle, entries }: FolderEntryProps) {
  const { t } = useTranslation('shell')
  const title = titleOf(folder, t)
  // Drafts count all of their mail: a draft is never unread.
  const count = folder.role === 'drafts' ? folder.mail : (unread ?? folder.unread)
  const counted = folder.role !== 'trash' && folder.role !== 'sent' && count > 0
  const over = useIsOver(folder.folderId)
  const mayImport = useMayImport()
  const may = useMay()
  const offered = entries ?? systemEntries(folder, { t, mayImport, may })
  return (
    <Entry
      to={pathOf(folder)}
      reading={useReadingFolder() === folder.folderId}
      drop={folder.role === 'drafts' ? 'none' : String(folder.folderId)}
      over={over}
      depth={depth}
      toggle={toggle}
      icon={<Icon icon={iconOf(folder)} size={18} />}
      title={title}
      mark={folder.lockedBy !== null ? <Icon icon={iconLock} size={14} /> : null}
      count={counted ? count : 0}
      bold={counted && folder.role !== 'drafts'}
      entries={offered}
      onAgain={() => showNewest(folder.folderId)}
    />
  )
}

interface EntryProps {
  to: string
  /** A mail of this folder is open. */
  reading?: boolean
  drop: string
  over?: boolean
  depth?: number
  toggle?: ReactNode
  icon: ReactNode
  title: string
  mark?: ReactNode
  count: number
  bold: boolean
  entries: MenuEntry[]
  /** Its list is on screen already and was asked for once more. */
  onAgain?: () => void
}

/** A line of the menu. */
export function Entry(props: EntryProps) {
  const {
    to,
    reading,
    drop,
    over,
    depth = 0,
    toggle,
    icon,
    title,
    mark,
    count,
    bold,
    entries,
    onAgain,
  } = props
  const current = useCurrentPath()
  const { t } = useTranslation('folders')
  const line = useRef<HTMLLIElement>(null)
  const openMenu = (event: React.MouseEvent) => {
    if (entries.length === 0) return
    event.preventDefault()
    line.current?.querySelector<HTMLButtonElement>('[aria-haspopup=menu]')?.click()
  }
  const label = t('moreNamed', { name: title })
  return (
    <li
      ref={line}
      className={styles.line}
      data-drop={drop}
      data-over={over || undefined}
      style={{ paddingInlineStart: depth * 14 }}
      onContextMenu={openMenu}
    >
      {toggle}
      <NavLink
        to={to}
        onClick={() => current === to && onAgain?.()}
        className={({ isActive }) =>
          [styles.entry, (isActive || reading) && styles.active].filter(Boolean).join(' ')
        }
        data-unread={bold || undefined}
        data-toggled={toggle !== undefined || undefined}
      >
        {icon}
        {/* Programs and migration make names that are longer than the line. */}
        <span className={styles.name} title={title}>
          {title}
        </span>
        {mark}
        {count > 0 && <span className={styles.count}>{count > 9999 ? '9999+' : count}</span>}
      </NavLink>
      {entries.length > 0 && (
        <span className={styles.entryMore}>
          <Menu
            label={label}
            entries={entries}
            align="end"
            trigger={(trigger) => (
              <IconButton icon={iconMore} size="sm" label={label} {...trigger} />
            )}
          />
        </span>
      )}
    </li>
  )
}

/** While a mail is open, its folder stays marked. */
function useReadingFolder(): number | null {
  const { pathname, search } = useLocation()
  const match = /^\/reply\/(\d+)\//.exec(pathname)
  return match && search === '' ? Number(match[1]) : null
}

export const useCurrentPath = (): string => useLocation().pathname
