import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { useMedia } from '../../lib/media.ts'
import { useLocation } from '../../lib/router/hooks.ts'
import { Link, NavLink } from '../../lib/router/link.tsx'
import { Navigate } from '../../lib/router/navigate.tsx'
import { Outlet } from '../../lib/router/routes.tsx'
import { madeKey } from '../../lib/text-keys.ts'
import { Icon } from '../../ui/icon.tsx'
import { iconBack, iconChevronRight } from '../../ui/icons.ts'
import { type SettingsGroup, type SettingsPage, useOffered } from './settings.public.tsx'
import styles from './settings-screen.module.css'
import { SettingsSearch } from './settings-search.tsx'

const groups: readonly SettingsGroup[] = ['mail', 'account', 'records']

interface SettingsScreenProps {
  pages: readonly SettingsPage[]
}

/** Navigation on the left, the page beside it; on narrow screens first the one, then the other. */
export function SettingsScreen({ pages }: SettingsScreenProps) {
  const { t } = useTranslation('settings')
  const narrow = useMedia('(max-width: 899px)')
  const { pathname } = useLocation()
  const content = useRef<HTMLDivElement>(null)
  useFromTop(content, pathname)
  const atList = pathname.replace(/\/$/, '') === '/set'
  // R38; a narrow screen shows the list there.
  if (atList && !narrow) return <Navigate to="/set/normalset" />
  return (
    <div className={styles.screen}>
      {(!narrow || atList) && <Navigation pages={pages} narrow={narrow} />}
      {(!narrow || !atList) && (
        <div ref={content} className={styles.content}>
          {narrow && (
            <Link to="/set" className={styles.back}>
              <Icon icon={iconBack} size={18} />
              {t('shell:screens.settings')}
            </Link>
          )}
          <Outlet />
        </div>
      )}
    </div>
  )
}

/** What scrolls stays while its pages change: each begins at its top, before it is seen. */
function useFromTop(content: RefObject<HTMLElement | null>, pathname: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: at every other page
  useLayoutEffect(() => {
    // Braces: scrolling answers with a promise in newer browsers, which is no end of an effect.
    content.current?.scrollTo({ top: 0, behavior: 'instant' })
  }, [pathname])
}

function Navigation({ pages, narrow }: { pages: readonly SettingsPage[]; narrow: boolean }) {
  const { t } = useTranslation('settings')
  const offered = useOffered(pages)
  return (
    <nav className={styles.navigation} aria-label={t('shell:screens.settings')}>
      {narrow && <h1 className={styles.title}>{t('shell:screens.settings')}</h1>}
      <SettingsSearch pages={offered}>
        {groups
          .map((group) => ({ group, of: offered.filter((page) => page.group === group) }))
          .filter(({ of }) => of.length > 0)
          .map(({ group, of }) => (
            <div key={group} className={styles.group}>
              <h2 className={styles.heading}>{t(`group.${group}`)}</h2>
              <ul>
                {of.map((page) => (
                  <li key={page.path}>
                    <NavLink
                      to={`/set/${page.path}`}
                      className={({ isActive }) =>
                        [styles.entry, isActive && styles.active].filter(Boolean).join(' ')
                      }
                    >
                      <Icon icon={page.icon} size={18} />
                      <span className={styles.name}>{t(madeKey(page.titleKey))}</span>
                      {narrow && <Icon icon={iconChevronRight} size={16} />}
                    </NavLink>
                  </li>
                ))}
              </ul>
            </div>
          ))}
      </SettingsSearch>
    </nav>
  )
}
