import { useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from './icon-button.tsx'
import { iconClose } from './icons.ts'
import {
  dismissToast,
  holdToasts,
  releaseToasts,
  type ToastEntry,
  useToasts,
} from './toast-store.ts'
import styles from './toasts.module.css'
import { useModals } from './use-modal.ts'

interface ToastsProps {
  label: string
  closeLabel: string
}

/**
 * Where toasts appear; mounted once. A polite live region, errors interrupt. Texts are always plain text.
 * What lies outside a modal dialog can neither be pressed nor is it read out: each dialog has a region of its own, and
 * the topmost one has the toasts. All stay in the page, because a region that comes with its text is not read out.
 */
export function Toasts(props: ToastsProps) {
  const dialogs = useModals(({ open }) => open)
  return (
    <>
      <Region {...props} isTop={dialogs.length === 0} />
      {dialogs.map((dialog, index) =>
        createPortal(
          <Region {...props} isTop={index === dialogs.length - 1} />,
          dialog,
          String(index),
        ),
      )}
    </>
  )
}

function Region({ label, closeLabel, isTop }: ToastsProps & { isTop: boolean }) {
  const all = useToasts((state) => state.list)
  const list = isTop ? all : none
  const layer = useRef<HTMLDivElement>(null)
  const newest = list.at(-1)?.id
  // The newest toast brings them all above what was opened since the last one.
  useLayoutEffect(() => {
    const element = layer.current
    // The dialog of a region may be out of the page already, although its portal is still drawn.
    if (!element?.isConnected) return
    if (element.matches(':popover-open')) {
      if (element.contains(document.activeElement)) return
      element.hidePopover()
    }
    if (newest !== undefined) element.showPopover()
  }, [newest])
  // A toast that goes leaves no pointer event behind.
  useLayoutEffect(() => {
    if (list.length === 0 || !layer.current?.matches(':hover, :focus-within')) releaseToasts()
  }, [list])
  return (
    <section aria-label={isTop ? label : undefined} aria-live="polite">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only watches the buttons inside */}
      <div
        ref={layer}
        popover="manual"
        className={styles.region}
        onPointerEnter={holdToasts}
        onPointerLeave={releaseToasts}
        onFocus={holdToasts}
        onBlur={releaseToasts}
      >
        {list.map((entry) => (
          <Toast key={entry.id} entry={entry} closeLabel={closeLabel} />
        ))}
      </div>
    </section>
  )
}

const none: readonly ToastEntry[] = []

function Toast({ entry, closeLabel }: { entry: ToastEntry; closeLabel: string }) {
  const { id, kind, text, action } = entry
  const run = () => {
    dismissToast(id)
    action?.run()
  }
  return (
    <div className={styles.toast} data-kind={kind} role={kind === 'error' ? 'alert' : undefined}>
      <span className={styles.text}>{text}</span>
      {action && (
        <button type="button" className={styles.action} onClick={run}>
          {action.label}
        </button>
      )}
      <IconButton
        icon={iconClose}
        label={closeLabel}
        size="sm"
        className={styles.close}
        onClick={() => dismissToast(id)}
      />
    </div>
  )
}
