import { useTranslation } from '../../lib/i18n.ts'
import { useSettings } from '../../lib/me.ts'
import { useLocation } from '../../lib/router/hooks.ts'
import { Link } from '../../lib/router/link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { iconHome, iconMail, iconTodo } from '../../ui/icons.ts'
import { isMailRoute } from '../routes/mail-routes.ts'
import styles from './main-tabs.module.css'

/** The main areas of the product in the top bar (SHELL-01); where the organisation switches one on, it is here as well. */
export function MainTabs() {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  const startsInInbox = useSettings()?.startInInbox === 1
  const tabs = [
    { to: '/dashboard', icon: iconHome, text: t('home') },
    { to: '/inbox', icon: iconMail, text: t('mail'), here: isMailRoute(pathname) },
    { to: '/todo', icon: iconTodo, text: t('shell:screens.todo') },
  ]
  if (startsInInbox) tabs.push(...tabs.splice(0, 1))
  return (
    <nav aria-label={t('areas')} className={styles.tabs}>
      {tabs.map(({ to, icon, text, here = false }) => (
        <Link
          key={to}
          to={to}
          className={styles.tab}
          aria-current={pathname === to ? 'page' : isIn(pathname, to) || here || undefined}
          title={text}
        >
          <Icon icon={icon} size={18} />
          <span className={styles.text}>{text}</span>
        </Link>
      ))}
    </nav>
  )
}

const isIn = (pathname: string, area: string): boolean => pathname.startsWith(`${area}/`)
