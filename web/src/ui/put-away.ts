/**
 * What a part needs that is put away and stays behind the page: its dialogs and menus are closed, which would cover the
 * whole page, unseen, and it lets go of the focus. A frame that is hidden goes on taking the keys.
 */
export function putAway(part: HTMLElement | null): void {
  for (const dialog of part?.querySelectorAll('dialog[open]') ?? []) {
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
  }
  for (const panel of part?.querySelectorAll<HTMLElement>(':popover-open') ?? []) {
    panel.hidePopover()
  }
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || !part?.contains(focused)) return
  focused.blur()
  window.focus()
}
