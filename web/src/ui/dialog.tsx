import { type KeyboardEvent, type ReactNode, useCallback, useId, useState } from 'react'
import styles from './dialog.module.css'
import { IconButton } from './icon-button.tsx'
import { iconClose } from './icons.ts'
import { useModal } from './use-modal.ts'
import { useMovable } from './use-movable.ts'

interface DialogProps {
  title: string
  closeLabel: string
  onClose: () => void
  footer?: ReactNode
  width?: number
  /** As high as the window allows, whatever is in it: nothing jumps from one content to the next. */
  tall?: boolean
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
  children: ReactNode
}

/**
 * A modal dialog; mount it to open it. The browser's own modal keeps the focus inside, closes on Esc and
 * makes the page behind inert; the focus returns to where it was. It is dragged by its header and sized by its corner.
 */
export function Dialog(props: DialogProps) {
  const { title, closeLabel, onClose, footer, width = 420, tall, children } = props
  const titleId = useId()
  const [body, scrolls] = useScrolls()
  const modal = useModal(onClose)
  const { header, corner } = useMovable(modal.ref)
  return (
    <dialog
      {...modal}
      className={[styles.dialog, tall && styles.tall].filter(Boolean).join(' ')}
      style={{ width }}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // One that lies over this one is told here too.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onKeyDown={(event) => {
        event.stopPropagation()
        props.onKeyDown?.(event)
      }}
    >
      <div className={styles.frame}>
        <div className={styles.header} {...header}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          <IconButton icon={iconClose} label={closeLabel} size="sm" onClick={onClose} />
        </div>
        <div ref={body} className={styles.body} tabIndex={scrolls ? 0 : undefined}>
          {children}
        </div>
        {footer && <div className={styles.footer}>{footer}</div>}
        <span className={styles.corner} aria-hidden="true" {...corner} />
      </div>
    </dialog>
  )
}

/** True while there is more than fits: then the keyboard must be able to reach and scroll it. */
function useScrolls(): [(element: HTMLElement | null) => (() => void) | undefined, boolean] {
  const [scrolls, setScrolls] = useState(false)
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const observer = new ResizeObserver(() =>
      setScrolls(element.scrollHeight > element.clientHeight),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [watch, scrolls]
}
