import type { OrganisationSwitch, SettingsIndex } from '@hongyan/contract/settings'
import { type ComponentType, useMemo } from 'react'
import { type May, type Needed, useHidesSome, useMay, useSettings } from '../../lib/me.ts'

/** One page of the settings; the list of all is web/src/app/routes/settings-pages.tsx. */
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
  /** Of rows that are not always drawn: whether one is there now. */
  drawn?: Readonly<Record<string, () => Promise<boolean>>>
  group: SettingsGroup
  /** Lazy: a page is loaded when it is first opened. */
  page: ComponentType
  /** Only there while the organisation has this switched on. */
  needs?: OrganisationSwitch
  /** Not on hosts that show less (G50). */
  isMore?: boolean
  /** What one must be able to do in this mailbox for the page to be of use. */
  by?: Needed
  /** The same of its rows, by what follows in the address, where they need another thing than the page. */
  rowsBy?: Readonly<Record<string, Needed>>
}

/** The pages that are there, with the rows that are; none that needs a switch while the settings load. */
export function useOffered(pages: readonly SettingsPage[]): readonly SettingsPage[] {
  const settings = useSettings()
  const hidesSome = useHidesSome()
  const may = useMay()
  return useMemo(
    () =>
      pages
        .filter((page) => isOffered(page, { settings, hidesSome, may }))
        .map((page) => ({ ...page, rows: offeredRows(page, may) })),
    [pages, settings, hidesSome, may],
  )
}

interface Means {
  settings: SettingsIndex | undefined
  hidesSome: boolean
  may: May
}

const isOffered = (
  { needs, isMore = false, by }: SettingsPage,
  { settings, hidesSome, may }: Means,
): boolean =>
  (needs === undefined || settings?.[needs] === 1) &&
  !(isMore && hidesSome) &&
  (by === undefined || may(by))

const offeredRows = ({ rows = {}, rowsBy = {} }: SettingsPage, may: May) =>
  Object.fromEntries(
    Object.entries(rows).filter(([tail]) => {
      const by = rowsBy[tail]
      return by === undefined || may(by)
    }),
  )

export type SettingsGroup = 'mail' | 'account' | 'records'
