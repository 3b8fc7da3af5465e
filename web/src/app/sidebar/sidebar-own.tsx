import { folders } from '@hongyan/contract/folders'
import { useMemo } from 'react'
import { askFolder } from '../../features/folders/folder-dialog-store.ts'
import { folderEntries } from '../../features/folders/folder-menu-entries.ts'
import {
  type FolderNode,
  shownRows,
  treeOf,
  unreadWithin,
} from '../../features/folders/folder-tree.ts'
import { useFolders } from '../../features/folders/folders.public.ts'
import { useMayImport } from '../../features/imports/imports.public.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useMay } from '../../lib/me.ts'
import { Link } from '../../lib/router/link.tsx'
import { sessionStore } from '../../lib/session-store.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import {
  iconChevronDown,
  iconChevronRight,
  iconFolder,
  iconManage,
  iconPlus,
  iconTag,
} from '../../ui/icons.ts'
import { Menu } from '../../ui/menu.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import styles from './sidebar.module.css'
import { FolderEntry } from './sidebar-entry.tsx'

const key = 'closedFolders'

/** Folders whose inside is not shown, kept on this device. */
const useClosed = sessionStore<{ closed: ReadonlySet<number> }>(() => ({ closed: readClosed() }))

function readClosed(): ReadonlySet<number> {
  const ids = (localStorage.getItem(key) ?? '').split(',').map(Number)
  return new Set(ids.filter((id) => id > 0))
}

function toggle(id: number): void {
  const closed = new Set(useClosed.getState().closed)
  if (!closed.delete(id)) closed.add(id)
  localStorage.setItem(key, [...closed].join())
  useClosed.setState({ closed })
}

/** Folders of one's own as a tree, with the plus that adds and the wheel that leads to their management (SHELL-15). */
export function OwnFolders() {
  const { t } = useTranslation('folders')
  const { own } = useFolders()
  const closed = useClosed((state) => state.closed)
  const mayChange = useMay()(folders.save)
  const rows = useMemo(() => shownRows(treeOf(own), { closed, all: false }), [own, closed])
  return (
    <>
      <div className={styles.headingLine}>
        <h2 className={styles.heading}>{t('own')}</h2>
        {mayChange && <AddAndManage />}
      </div>
      <ul>
        {rows.map((node) => (
          <Own key={node.folder.folderId} node={node} closed={closed} />
        ))}
      </ul>
    </>
  )
}

function AddAndManage() {
  const { t } = useTranslation('folders')
  return (
    <>
      <Menu
        label={t('add')}
        align="end"
        entries={[
          {
            id: 'folder',
            label: t('create'),
            icon: iconFolder,
            onSelect: () => askFolder({ kind: 'create', parent: null }),
          },
          {
            id: 'label',
            label: t('labels:create'),
            icon: iconTag,
            onSelect: () => askFolder({ kind: 'label', label: null }),
          },
        ]}
        trigger={(props) => <IconButton icon={iconPlus} size="sm" label={t('add')} {...props} />}
      />
      <Tooltip text={t('management')}>
        <Link to="/set/foldermanagement" className={styles.wheel} aria-label={t('management')}>
          <Icon icon={iconManage} size={18} />
        </Link>
      </Tooltip>
    </>
  )
}

function Own({ node, closed }: { node: FolderNode; closed: ReadonlySet<number> }) {
  const { t } = useTranslation('folders')
  const { own } = useFolders()
  const { folder, depth, children } = node
  const inside = children.some((child) => child.folder.show)
  const isClosed = closed.has(folder.folderId)
  const label = t(isClosed ? 'openNamed' : 'closeNamed', { name: folder.folderName })
  return (
    <FolderEntry
      folder={folder}
      depth={depth}
      unread={isClosed ? unreadWithin(node) : folder.unread}
      entries={folderEntries(folder, own, { t, mayImport: useMayImport(), may: useMay() })}
      toggle={
        inside && (
          <button
            type="button"
            className={styles.toggle}
            aria-label={label}
            aria-expanded={!isClosed}
            onClick={() => toggle(folder.folderId)}
          >
            <Icon icon={isClosed ? iconChevronRight : iconChevronDown} size={14} />
          </button>
        )
      }
    />
  )
}
