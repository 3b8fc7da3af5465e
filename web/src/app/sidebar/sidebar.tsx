import { useState } from 'react'
import { pathOf, useFolders } from '../../features/folders/folders.public.ts'
import { composePath, writeNeeds } from '../../features/messages/messages.public.ts'
import { SavedSearches } from '../../features/search/search.public.ts'
import { Allowed } from '../../lib/allowed.tsx'
import { useTranslation } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { useSettings } from '../../lib/me.ts'
import { useNavigate } from '../../lib/router/hooks.ts'
import { NavLink } from '../../lib/router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { Geese } from '../../ui/geese.tsx'
import { Icon } from '../../ui/icon.tsx'
import { iconChevronDown, iconChevronUp, iconCompose, iconHome, iconTodo } from '../../ui/icons.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ArchiveEntry, GatewayEntry } from './outside-entries.tsx'
import { QuickEntries } from './quick-entries.tsx'
import styles from './sidebar.module.css'
import { FolderEntry, useCurrentPath } from './sidebar-entry.tsx'
import { LabelSection } from './sidebar-labels.tsx'
import { OwnFolders } from './sidebar-own.tsx'

/** Most organisations let mail go as it is. */
const ApprovalEntries = lazyPart(() => import('./approval-entries.tsx'), 'ApprovalEntries')

/** What waits behind "more". */
const tucked = new Set(['archive'])

export function Sidebar() {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const { system: all, loaded } = useFolders()
  // The spam folder is not in the menu (FOLDERS-04, G39): folder management and the search form lead to it.
  const system = all.filter(({ role }) => role !== 'junk')
  const current = useCurrentPath()
  const [more, setMore] = useState(false)
  const hidden = system.filter(({ role }) => tucked.has(role ?? ''))
  const open = more || hidden.some((folder) => pathOf(folder) === current)
  return (
    <nav className={styles.sidebar} aria-label={t('folders')} data-drop-zone>
      <Geese className={styles.geese} />
      <Allowed by={writeNeeds}>
        <Button
          kind="primary"
          icon={iconCompose}
          block
          className={styles.compose}
          onClick={() => navigate(composePath('new'), { flushSync: true })}
        >
          {t('compose')}
        </Button>
      </Allowed>
      <div className={styles.scroll}>
        {!loaded && <Waiting />}
        <ul>
          <HomeEntry />
          {system
            .filter(({ role }) => !tucked.has(role ?? ''))
            .map((folder) => (
              <FolderEntry key={folder.folderId} folder={folder} />
            ))}
          {open && hidden.map((folder) => <FolderEntry key={folder.folderId} folder={folder} />)}
          {loaded && <TodoEntry />}
          {loaded && <WithApproval />}
          {loaded && <ArchiveEntry />}
          {loaded && <GatewayEntry />}
        </ul>
        <QuickEntries />
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
        {loaded && <OwnFolders />}
        {loaded && <LabelSection />}
        <SavedSearches />
      </div>
      <Copyright />
    </nav>
  )
}

/** On a phone the top bar has no room for the way home. */
function HomeEntry() {
  const { t } = useTranslation('shell')
  return (
    <li className={styles.phoneOnly}>
      <NavLink
        to="/dashboard"
        className={({ isActive }) =>
          [styles.entry, isActive && styles.active].filter(Boolean).join(' ')
        }
      >
        <Icon icon={iconHome} size={18} />
        <span className={styles.name}>{t('home')}</span>
      </NavLink>
    </li>
  )
}

/** Mails to approve, and own ones that wait for it (ROUTES-10): where mail has to be approved. */
function WithApproval() {
  if (useSettings()?.mailApproval !== 1) return null
  return <ApprovalEntries />
}

/** Todo mail (R56), beside the folders. */
function TodoEntry() {
  const { t } = useTranslation('shell')
  return (
    <li>
      <NavLink
        to="/todo"
        className={({ isActive }) =>
          [styles.entry, isActive && styles.active].filter(Boolean).join(' ')
        }
      >
        <Icon icon={iconTodo} size={18} />
        <span className={styles.name}>{t('screens.todo')}</span>
      </NavLink>
    </li>
  )
}

/** The organisation's line (SHELL-29). */
function Copyright() {
  const line = useSettings()?.systemCopyringht
  return line ? <p className={styles.copyright}>{line}</p> : null
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
