import { type PointerEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { create } from 'zustand'

/** The modal dialogs that are open, the topmost last. All else in the page is inert: what must be reached goes into that one. */
export const useModals = create<{ open: readonly HTMLDialogElement[] }>(() => ({ open: [] }))

/** True while a dialog or a menu lies over the page: keys belong to it. Tooltips and toasts take no keys. */
export const isCovered = (): boolean =>
  document.querySelector('dialog[open], [popover=auto]:popover-open') !== null

interface Modal {
  ref: RefObject<HTMLDialogElement | null>
  onPointerDown: (event: PointerEvent) => void
  onClick: (event: { target: EventTarget; clientX: number; clientY: number }) => void
}

/**
 * A `<dialog>` that is modal while it is mounted; spread the answer on it. Esc is the browser's, see `onCancel` and
 * `onClose` there. A press that both begins and ends on the backdrop dismisses.
 */
export function useModal(onDismiss: () => void): Modal {
  const ref = useRef<HTMLDialogElement>(null)
  const began = useRef(false)
  // With the drawing, not after it: the next key belongs to the dialog.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const before = document.activeElement
    const heading = before?.closest('section')?.querySelector<HTMLElement>('h2') ?? null
    dialog.showModal()
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    useModals.setState(({ open }) => ({ open: [...open, dialog] }))
    return () => {
      useModals.setState(({ open }) => ({ open: open.filter((one) => one !== dialog) }))
      dialog.close()
      const restore = () => {
        if (before instanceof HTMLElement && before !== document.body) before.focus()
      }
      restore()
      // The same drawing may take the control away; what draws its list gives the focus to the next row, and comes first.
      queueMicrotask(() => {
        // What lay over this one goes in the same drawing, and until it has gone nothing else takes the focus.
        if (isLost()) restore()
        focusNear(heading)
      })
    }
  }, [])
  return {
    ref,
    onPointerDown: (event) => {
      began.current = event.target === ref.current && outside(ref.current, event)
    },
    // A drag between the backdrop and a field is a click on what holds both: the dialog itself.
    onClick: (event) => {
      if (began.current && event.target === ref.current && outside(ref.current, event)) onDismiss()
      began.current = false
    },
  }
}

/**
 * The focus, when the control that had it is gone or switched off, or there was none: in the dialog below, else at the heading
 * of the section, else at the screen. On the body the next key would begin at the top of the page.
 */
function focusNear(heading: HTMLElement | null): void {
  if (!isLost()) return
  const place =
    useModals.getState().open.at(-1) ??
    (heading?.isConnected ? heading : document.querySelector<HTMLElement>('main'))
  if (!place) return
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1
  place.focus({ preventScroll: true })
}

const isLost = (): boolean =>
  document.activeElement === document.body || document.activeElement === null

function outside(
  dialog: HTMLElement,
  { clientX: x, clientY: y }: { clientX: number; clientY: number },
) {
  const box = dialog.getBoundingClientRect()
  return x < box.left || x > box.right || y < box.top || y > box.bottom
}
