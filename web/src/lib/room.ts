import type { Room } from '@hongyan/contract/list-mode'

/** Widths at which lists change, as media queries: a phone's, and room for list and reader side by side. */
export const phoneWidth = '(max-width: 499px)'
export const wideWidth = '(min-width: 1200px)'

/** What the window says about lists now. */
export const roomNow = (): Room => ({
  phone: matchMedia(phoneWidth).matches,
  wide: matchMedia(wideWidth).matches,
})
