import { type ComponentType, lazy } from 'react'
import { GeneralPage } from '../features/settings/general-page.tsx'
import { LanguageSection } from '../features/settings/language-section.tsx'
import { ListSection } from '../features/settings/list-section.tsx'
import { NoticeSection } from '../features/settings/notice-section.tsx'
import type { SettingsPage } from '../features/settings/settings.public.tsx'
import { TimeSection } from '../features/settings/time-section.tsx'
import { iconFolder, iconSliders } from '../ui/icons.ts'

/** Sections of /set/normalset, top to bottom. */
const generalSections: readonly ComponentType[] = [
  LanguageSection,
  ListSection,
  TimeSection,
  NoticeSection,
]

/**
 * Every page under /set, in the order of the navigation (R45-R63): a line here and a file of the feature,
 * `lazy(() => import('../features/x/x-page.tsx').then(({ XPage }) => ({ default: XPage })))`.
 */
export const settingsPages: readonly SettingsPage[] = [
  {
    path: 'normalset',
    titleKey: 'settings:general',
    icon: iconSliders,
    group: 'mail',
    page: () => <GeneralPage sections={generalSections} />,
  },
  {
    path: 'foldermanagement',
    titleKey: 'folders:management',
    icon: iconFolder,
    group: 'mail',
    page: lazy(() =>
      import('../features/folders/management-page.tsx').then(({ ManagementPage }) => ({
        default: ManagementPage,
      })),
    ),
  },
]
