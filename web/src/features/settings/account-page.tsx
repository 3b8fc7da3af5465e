import type { ComponentType } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { type Needed, useMay } from '../../lib/me.ts'
import { useParams } from '../../lib/router/hooks.ts'
import { NavLink } from '../../lib/router/link.tsx'
import { Navigate } from '../../lib/router/navigate.tsx'
import { madeKey } from '../../lib/text-keys.ts'
import styles from './account-page.module.css'
import { Page } from './form.public.tsx'

/** One tab of account and security; `tab` is its number in the address. */
export interface AccountTab {
  tab: number
  /** Full key of its name, such as `passwords:tab`. */
  titleKey: string
  content: ComponentType
  /** What one must be able to do in this mailbox: a member of it has neither the password nor the logins of anybody there. */
  by: Needed
}

/** /set/accountalias/{tab}: account and security (SECURITY-01). */
export function AccountPage({ tabs: all }: { tabs: readonly AccountTab[] }) {
  const { t } = useTranslation('settings')
  const { tab = '' } = useParams()
  const may = useMay()
  const tabs = all.filter(({ by }) => may(by))
  const open = tabs.find((one) => String(one.tab) === tab)
  if (tabs.length === 0) return null
  if (!open) return <Navigate to={`/set/accountalias/${tabs[0]?.tab ?? 1}`} />
  const Content = open.content
  return (
    <Page title={t('account')}>
      <nav className={styles.tabs} aria-label={t('accountTabs')}>
        {tabs.map((one) => (
          <NavLink key={one.tab} to={`/set/accountalias/${one.tab}`}>
            {t(madeKey(one.titleKey))}
          </NavLink>
        ))}
      </nav>
      <Content />
    </Page>
  )
}
