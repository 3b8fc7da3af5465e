/** Gives the focus to where the next key should go, when what had it is gone or switched off; whoever went on stays there. */
export function focusIfLost(element: HTMLElement | null | undefined): void {
  if (!element || document.activeElement !== document.body) return
  if (element.matches('h1, h2')) element.tabIndex = -1
  element.focus()
}
