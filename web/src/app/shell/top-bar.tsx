import { AssistantButton } from '../../features/assistant/assistant.public.tsx'
import { SearchBox } from '../../features/search/search.public.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Link } from '../../lib/router/link.tsx'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { iconMenu } from '../../ui/icons.ts'
import { AccountPopover } from './account-popover.tsx'
import { MainTabs } from './main-tabs.tsx'
import { MoreMenu } from './more-menu.tsx'
import styles from './shell.module.css'

interface TopBarProps {
  /** Set on narrow screens, where the sidebar is a drawer. */
  onMenu: (() => void) | undefined
  onHelp: () => void
}

export function TopBar({ onMenu, onHelp }: TopBarProps) {
  const { t } = useTranslation('shell')
  return (
    <header className={styles.top}>
      {onMenu ? (
        <IconButton icon={iconMenu} label={t('menu')} onClick={onMenu} />
      ) : (
        <Link to="/" className={styles.brand}>
          <BrandMark size={28} />
          <span className={styles.product}>鸿雁</span>
          <span className={styles.latin}>Hongyan</span>
          <span className="visually-hidden">{t('home')}</span>
        </Link>
      )}
      {!onMenu && <MainTabs />}
      <SearchBox />
      <div className={styles.tools}>
        <AssistantButton />
        <MoreMenu onHelp={onHelp} />
        <AccountPopover />
      </div>
    </header>
  )
}
