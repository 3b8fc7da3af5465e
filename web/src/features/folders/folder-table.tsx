import type { Folder } from '@hongyan/contract/folders'
import { useTranslation } from '../../lib/i18n.ts'
import { useMay } from '../../lib/me.ts'
import { Link } from '../../lib/router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { iconImport, iconLock, iconMore, iconPlus } from '../../ui/icons.ts'
import { Menu } from '../../ui/menu.tsx'
import { Switch } from '../../ui/switch.tsx'
import { openImport, useMayImport } from '../imports/imports.public.ts'
import { showFolder } from './folder-actions.ts'
import { useFolders } from './folder-book.ts'
import { askFolder } from './folder-dialog-store.ts'
import { folderEntries, systemEntries } from './folder-menu-entries.ts'
import { iconOf, pathOf, titleOf } from './folder-places.ts'
import styles from './folder-table.module.css'
import { shownRows, treeOf } from './folder-tree.ts'

const nothingClosed: ReadonlySet<number> = new Set()

/** All folders with what can be done with them; those left out of the menu too. */
export function FolderTable({ ownOnly = false }: { ownOnly?: boolean }) {
  const { t } = useTranslation('folders')
  const { system, own } = useFolders()
  const mayImport = useMayImport()
  const rows = shownRows(treeOf(own), { closed: nothingClosed, all: true })
  return (
    <section aria-label={t(ownOnly ? 'own' : 'folders')}>
      <div className={styles.tableTitle}>
        {ownOnly ? <h1>{t('own')}</h1> : <h2>{t('folders')}</h2>}
        {mayImport && (
          <Button size="sm" icon={iconImport} onClick={() => openImport(null)}>
            {t('imports:title')}
          </Button>
        )}
        <Button
          size="sm"
          icon={iconPlus}
          onClick={() => askFolder({ kind: 'create', parent: null })}
        >
          {t('create')}
        </Button>
      </div>
      <div className={styles.tableWrap}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('folderName')}</th>
              <th scope="col" className={styles.number}>
                {t('unreadCount')}
              </th>
              <th scope="col" className={styles.number}>
                {t('mailCount')}
              </th>
              <th scope="col">{t('inMenu')}</th>
              <th scope="col">
                <span className="visually-hidden">{t('actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {!ownOnly &&
              system.map((folder) => <Row key={folder.folderId} folder={folder} depth={0} />)}
            {rows.map(({ folder, depth }) => (
              <Row key={folder.folderId} folder={folder} depth={depth} />
            ))}
          </tbody>
        </table>
        {ownOnly && rows.length === 0 && <p className={styles.emptyRow}>{t('noOwn')}</p>}
      </div>
    </section>
  )
}

function Row({ folder, depth }: { folder: Folder; depth: number }) {
  const { t } = useTranslation('folders')
  const { own } = useFolders()
  const title = titleOf(folder, t)
  const locked = folder.lockedBy !== null
  const means = { t, mayImport: useMayImport(), may: useMay() }
  const entries =
    folder.role === null ? folderEntries(folder, own, means) : systemEntries(folder, means)
  return (
    <tr>
      <td>
        <span className={styles.nameCell} style={{ paddingInlineStart: depth * 20 }}>
          <Icon icon={iconOf(folder)} size={18} />
          <Link to={pathOf(folder)} title={title}>
            {title}
          </Link>
          {folder.pwd && <Icon icon={iconLock} size={14} />}
          {folder.pwd && <span className="visually-hidden">{t('hasPassword')}</span>}
        </span>
      </td>
      <td className={styles.number}>{locked ? '-' : folder.unread}</td>
      <td className={styles.number}>{locked ? '-' : folder.mail}</td>
      <td>
        {folder.role === null && (
          <Switch
            aria-label={t('showNamed', { name: title })}
            checked={folder.show}
            onChange={() => void showFolder(folder, !folder.show)}
          />
        )}
      </td>
      <td className={styles.actionsCell}>
        {entries.length > 0 && (
          <Menu
            label={t('moreNamed', { name: title })}
            align="end"
            entries={entries}
            trigger={(props) => (
              <IconButton
                icon={iconMore}
                size="sm"
                label={t('moreNamed', { name: title })}
                {...props}
              />
            )}
          />
        )}
      </td>
    </tr>
  )
}
