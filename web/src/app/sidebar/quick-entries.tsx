import { useFolders } from '../../features/folders/folders.public.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useLocation } from '../../lib/router/hooks.ts'
import { NavLink } from '../../lib/router/link.tsx'
import { madeKey } from '../../lib/text-keys.ts'
import { Icon } from '../../ui/icon.tsx'
import { iconMail, iconStar } from '../../ui/icons.ts'
import styles from './sidebar.module.css'

/** Lists over all folders: starred and unread mail (R20, R33). */
export function QuickEntries() {
  const { t } = useTranslation('list')
  const { all } = useFolders()
  const { pathname, search } = useLocation()
  const unread = all
    .filter(({ role }) => role !== 'trash' && role !== 'junk' && role !== 'drafts')
    .reduce((sum, folder) => sum + folder.unread, 0)
  const from = pathname.startsWith('/reply/') ? new URLSearchParams(search).get('from') : null
  const entries = [
    { path: 'favorite', icon: iconStar, count: 0 },
    { path: 'noread', icon: iconMail, count: unread },
  ]
  return (
    <ul>
      {entries.map(({ path, icon, count }) => (
        <li key={path}>
          <NavLink
            data-drop="none"
            to={`/${path}`}
            className={({ isActive }) =>
              [styles.entry, (isActive || from === path) && styles.active].filter(Boolean).join(' ')
            }
          >
            <Icon icon={icon} size={18} />
            <span className={styles.name}>{t(madeKey(`across.${path}`))}</span>
            {count > 0 && <span className={styles.count}>{count > 9999 ? '9999+' : count}</span>}
          </NavLink>
        </li>
      ))}
    </ul>
  )
}
