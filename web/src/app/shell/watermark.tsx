import { useLayoutEffect, useRef } from 'react'
import { useSettings, useUser } from '../../lib/me.ts'
import { Isolated } from '../../ui/isolated.tsx'
import { useModals } from '../../ui/use-modal.ts'
import styles from './watermark.module.css'

/** So many cover a screen of 4 k: wherever a picture of it is cut out, one is in it. */
const marks = Array.from({ length: 17 * 17 }, (_, index) => `mark ${index}`)

/** Name and address of who reads, and the mailbox of several people where it is one, lightly over everything, where the organisation wants it (SHELL-29, G60). */
export function Watermark() {
  const enabled = useSettings()?.watermark === 1
  return enabled ? <Marks /> : null
}

function Marks() {
  const user = useUser()
  const reader = user?.member ?? user
  const layer = useOverAll()
  return (
    <div
      ref={layer}
      popover="manual"
      className={styles.watermark}
      aria-hidden="true"
      data-watermark
    >
      {reader &&
        marks.map((mark) => (
          <span key={mark} className={styles.mark}>
            <Isolated>{reader.userName}</Isolated>
            {'\n'}
            {reader.emailAddr}
            {user?.member && `\n${user.emailAddr}`}
          </span>
        ))}
    </div>
  )
}

/** What was opened last lies over the rest of the browser's top layer: after each dialog, menu and notice it comes up again. */
function useOverAll() {
  const layer = useRef<HTMLDivElement>(null)
  const dialogs = useModals(({ open }) => open)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each dialog that opens lies over it
  useLayoutEffect(() => raise(layer.current), [dialogs])
  useLayoutEffect(() => {
    const onToggle = ({ target }: Event) => {
      const { current: own } = layer
      const isOpen = target instanceof HTMLElement && target.matches(':popover-open, :modal')
      if (isOpen && target !== own) raise(own)
    }
    document.addEventListener('toggle', onToggle, true)
    return () => document.removeEventListener('toggle', onToggle, true)
  }, [])
  return layer
}

function raise(element: HTMLElement | null): void {
  if (!element?.isConnected) return
  if (element.matches(':popover-open')) element.hidePopover()
  element.showPopover()
}
