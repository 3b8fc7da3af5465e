import { groups } from '@hongyan/contract/groups'
import { migrations } from '@hongyan/contract/migration'
import { records } from '@hongyan/contract/records'
import { openConsole } from '../../features/console/open-console.public.ts'
import { askToLock } from '../../features/lock/lock-state.public.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useHidesSome, useMay, useSettings, useUser } from '../../lib/me.ts'
import { openPalette } from '../../lib/palette.ts'
import { useNavigate } from '../../lib/router/hooks.ts'
import { logout } from '../../lib/session.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import {
  iconCalendar,
  iconDownload,
  iconFeedback,
  iconImport,
  iconKeyboard,
  iconLock,
  iconLogout,
  iconPeople,
  iconSearch,
  iconSettings,
  iconShield,
  iconSkin,
} from '../../ui/icons.ts'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { keyText } from '../commands/key-text.ts'

const wayOut = (label: string): MenuEntry[] => [
  { kind: 'divider', id: 'out-line' },
  { id: 'logout', label, icon: iconLogout, onSelect: () => void logout() },
]

const only = (isThere: boolean, entry: MenuEntry): MenuEntry[] => (isThere ? [entry] : [])

/** The More menu of the top bar (SHELL-10, SHELL-11): settings, self-check, help, what the organisation offers, and the way out. */
export function MoreMenu({ onHelp }: { onHelp: () => void }) {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const settings = useSettings()
  const hidesSome = useHidesSome()
  const may = useMay()
  const isAdmin = useUser()?.isAdmin === 1
  const entries: MenuEntry[] = [
    {
      id: 'settings',
      label: t('shell:screens.settings'),
      icon: iconSettings,
      onSelect: () => navigate('/set'),
    },
    ...only(may(records.selfCheck), {
      id: 'check',
      label: t('shell:screens.selfCheck'),
      icon: iconShield,
      onSelect: () => navigate('/set/selfChecking'),
    }),
    ...only(settings?.mailMoveEnable === 1 && may(migrations.save), {
      id: 'migration',
      label: t('shell:screens.migration'),
      icon: iconImport,
      onSelect: () => navigate('/mailmig'),
    }),
    ...only(settings?.adminMailgroupFlag === 1 && may(groups.list), {
      id: 'groups',
      label: t('groupManagement'),
      icon: iconPeople,
      onSelect: () => navigate('/addressbook/groupmanagement'),
    }),
    ...only(settings?.authMailgroupFlag === 1 && may(groups.list), {
      id: 'my-groups',
      label: t('myGroups'),
      icon: iconPeople,
      onSelect: () => navigate('/addressbook/contactgroups'),
    }),
    ...only(settings?.calendarEnable === 1, {
      id: 'calendar',
      label: t('off.calendar'),
      icon: iconCalendar,
      onSelect: () => navigate('/set/calendar'),
    }),
    ...only(!hidesSome, {
      id: 'skin',
      label: t('skins:title'),
      icon: iconSkin,
      onSelect: () => navigate('/set/skinpeeling'),
    }),
    { id: 'lock', label: t('lock:title'), icon: iconLock, onSelect: () => void askToLock() },
    ...only(isAdmin, {
      id: 'console',
      label: t('shell:screens.console'),
      icon: iconPeople,
      onSelect: () => void openConsole(),
    }),
    { kind: 'divider', id: 'help-line' },
    {
      id: 'palette',
      label: t('shell:screens.palette'),
      icon: iconSearch,
      hint: keyText('Mod+k'),
      onSelect: openPalette,
    },
    ...only(settings?.privateEnable === 0, {
      id: 'feedback',
      label: t('shell:screens.feedback'),
      icon: iconFeedback,
      onSelect: () => navigate('/feedback'),
    }),
    { id: 'help', label: t('help'), icon: iconKeyboard, hint: '?', onSelect: onHelp },
    ...only(settings !== undefined && settings.mailClient !== '', {
      id: 'client',
      label: t('client'),
      icon: iconDownload,
      onSelect: () => void open(settings?.mailClient, '_blank', 'noopener,noreferrer'),
    }),
    ...(settings?.showLogout === 1 ? wayOut(t('logout')) : []),
  ]
  return (
    <Menu
      label={t('more')}
      align="end"
      entries={entries}
      trigger={(props) => <IconButton icon={iconSettings} label={t('more')} {...props} />}
    />
  )
}
