/** Closes the dialogs and menus of a part that is put away: they would cover the whole page, unseen. */
export function closeOpen(part: HTMLElement | null): void {
  for (const dialog of part?.querySelectorAll('dialog[open]') ?? []) {
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
  }
  for (const panel of part?.querySelectorAll<HTMLElement>(':popover-open') ?? []) {
    panel.hidePopover()
  }
}
