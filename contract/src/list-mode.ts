import type { SettingsIndex } from './settings.ts'

/** What the window says about lists: as narrow as a phone's, or with room for list and reader side by side. */
export interface Room {
  phone: boolean
  wide: boolean
}

type Chosen = Pick<SettingsIndex, 'layout' | 'showMailList' | 'showMailPageNumber'>

/** List and reader stand side by side: by the settings, where the window has room. */
export const standsBeside = (
  { layout, showMailList }: Pick<Chosen, 'layout' | 'showMailList'>,
  { wide }: Pick<Room, 'wide'>,
): boolean => wide && layout !== 2 && showMailList !== 0

/** One long list instead of pages: as was chosen, else on phones and beside an open mail, where a page is a small thing. */
export function isLongList(chosen: Chosen, room: Room): boolean {
  const { showMailPageNumber } = chosen
  if (showMailPageNumber === 0 || showMailPageNumber === 1) return showMailPageNumber === 0
  return room.phone || standsBeside(chosen, room)
}
