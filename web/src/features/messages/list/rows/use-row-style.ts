import { useMemo } from 'react'
import type { DateStyle } from '../../../../lib/dates.ts'
import { useDateStyle, useMay, useSettings, useUser } from '../../../../lib/me.ts'

import { actionNeeds } from '../../permitted-actions.ts'

/** What rows show, by the user's settings. Keeps its identity while none of them changes. */
export interface RowStyle {
  /** 1 loose, 2 medium, 3 compact (MAILLIST-09). */
  density: number
  /** MAILLIST-08. */
  size: boolean
  preview: boolean
  /** The sender's address beside the name. */
  address: boolean
  /** MAILLIST-29. */
  sourceMark: boolean
  strangerMark: boolean
  /** Whose mail it is to answer, in a mailbox of several people. */
  assignee: boolean
  /** The star is a button. */
  mayStar: boolean
  date: DateStyle
}

export function useRowStyle(): RowStyle {
  const settings = useSettings()
  const date = useDateStyle()
  const density = settings?.tableSize ?? 2
  const size = settings?.showMailSize === 1
  const preview = settings?.showPreview !== 0
  const address = settings?.showListEmail === 1
  const sourceMark = settings?.mailSourceMarkEnable === 1
  const strangerMark = settings?.strangerMarkEnable === 1
  const assignee = useUser()?.member != null
  const mayStar = useMay()(actionNeeds.star)
  return useMemo(
    () => ({ density, size, preview, address, sourceMark, strangerMark, assignee, mayStar, date }),
    [density, size, preview, address, sourceMark, strangerMark, assignee, mayStar, date],
  )
}
