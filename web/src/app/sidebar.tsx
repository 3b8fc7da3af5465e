import type { Folder } from '@hongyan/contract/folders'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink, useLocation, useNavigate } from 'react-router'
import { iconOf, pathOf, titleOf, useFolders } from '../features/folders/folders.public.ts'
import { composePath } from '../features/messages/messages.public.ts'
import { SavedSearches } from '../features/search/search.public.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { iconChevronDown, iconChevronUp, iconCompose } from '../ui/icons.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import styles from './sidebar.module.css'

/** The spam folder is not in the menu (G39): it waits behind "more", with the archive. */
const tucked = new Set(['junk', 'archive'])

export function Sidebar() {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const { system, own, loaded } = useFolders()
  const { pathname } = useLocation()
  const [more, setMore] = useState(false)
  const hidden = system.filter(({ role }) => tucked.has(role ?? ''))
  const open = more || hidden.some((folder) => pathOf(folder) === pathname)
  return (
    <nav className={styles.sidebar} aria-label={t('folders')}>
      <Button
        kind="primary"
        icon={iconCompose}
        block
        className={styles.compose}
        onClick={() => navigate(composePath('new'))}
      >
        {t('compose')}
      </Button>
      <div className={styles.scroll}>
        {!loaded && <Waiting />}
        <ul>
          {system
            .filter(({ role }) => !tucked.has(role ?? ''))
            .map((folder) => (
              <Entry key={folder.folderId} folder={folder} />
            ))}
          {open && hidden.map((folder) => <Entry key={folder.folderId} folder={folder} />)}
        </ul>
        {hidden.length > 0 && (
          <button
            type="button"
            className={styles.more}
            aria-expanded={open}
            onClick={() => setMore(!open)}
          >
            <Icon icon={open ? iconChevronUp : iconChevronDown} size={18} />
            {t(open ? 'folders:less' : 'folders:more')}
          </button>
        )}
        {own.length > 0 && (
          <>
            <h2 className={styles.heading}>{t('folders:own')}</h2>
            <ul>
              {own.map((folder) => (
                <Entry key={folder.folderId} folder={folder} />
              ))}
            </ul>
          </>
        )}
        <SavedSearches />
      </div>
    </nav>
  )
}

function Entry({ folder }: { folder: Folder }) {
  const { t } = useTranslation('shell')
  const title = titleOf(folder, t)
  // Drafts count all of their mail: a draft is never unread.
  const count = folder.role === 'drafts' ? folder.mail : folder.unread
  const counted = folder.role !== 'trash' && folder.role !== 'sent' && count > 0
  const reading = useReadingFolder() === folder.folderId
  return (
    <li>
      <NavLink
        to={pathOf(folder)}
        className={({ isActive }) =>
          [styles.entry, (isActive || reading) && styles.active].filter(Boolean).join(' ')
        }
        data-unread={(counted && folder.role !== 'drafts') || undefined}
      >
        <Icon icon={iconOf(folder)} size={18} />
        <span className={styles.name}>{title}</span>
        {counted && <span className={styles.count}>{count > 9999 ? '9999+' : count}</span>}
      </NavLink>
    </li>
  )
}

/** While a mail is open, its folder stays marked. */
function useReadingFolder(): number | null {
  const { pathname, search } = useLocation()
  const match = /^\/reply\/(\d+)\//.exec(pathname)
  return match && !search.includes('searchKeyword') ? Number(match[1]) : null
}

function Waiting() {
  return (
    <div className={styles.waiting}>
      {[72, 60, 66, 54].map((width) => (
        <Skeleton key={width} width={`${width}%`} />
      ))}
    </div>
  )
}
