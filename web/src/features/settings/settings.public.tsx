import type { ComponentType } from 'react'

/** One page of the settings; the list of all is web/src/app/settings-pages.ts. */
export interface SettingsPage {
  /** Below /set/, as the specification names it; the router adds what stands behind it (`/:tab`). */
  path: string
  /** Rest of the route, such as `/:tab?`. */
  tail?: string
  /** Full key of its name, such as `settings:general`. */
  titleKey: string
  icon: string
  group: SettingsGroup
  /** Lazy: a page is loaded when it is first opened. */
  page: ComponentType
}

export type SettingsGroup = 'mail' | 'account' | 'records'
