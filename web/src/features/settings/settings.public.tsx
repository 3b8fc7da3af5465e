import type { OrganisationSwitch, SettingsIndex } from '@hongyan/contract/settings'
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
  /** Keys of the names of its rows and sections, by what follows in the address: what the search leads to. */
  rows?: Readonly<Record<string, readonly string[]>>
  group: SettingsGroup
  /** Lazy: a page is loaded when it is first opened. */
  page: ComponentType
  /** Only there while the organisation has this switched on. */
  needs?: OrganisationSwitch
  /** Not on hosts that show less (G50). */
  isMore?: boolean
}

/** Whether a page is there, by the settings; false while they load. */
export const isOffered = (
  { needs, isMore = false }: SettingsPage,
  { settings, hidesSome }: { settings: SettingsIndex | undefined; hidesSome: boolean },
): boolean => (needs === undefined || settings?.[needs] === 1) && !(isMore && hidesSome)

export type SettingsGroup = 'mail' | 'account' | 'records'
