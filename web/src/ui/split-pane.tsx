import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import styles from './split-pane.module.css'

interface SplitPaneProps {
  left: ReactNode
  right: ReactNode
  /** Width of the left side in pixels. */
  width: number
  min: number
  max: number
  /** Accessible name of the divider. */
  label: string
  /** Called once a drag ends or a key moved the divider. */
  onResize: (width: number) => void
}

const step = 16

/** Two columns and a divider that the mouse or the arrow keys move. */
export function SplitPane({ left, right, width, min, max, label, onResize }: SplitPaneProps) {
  const [dragged, setDragged] = useState<number | null>(null)
  const start = useRef({ x: 0, width: 0 })
  const shown = clamp(dragged ?? width, min, max)

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = { x: event.clientX, width: shown }
    setDragged(shown)
  }
  const onPointerMove = (event: PointerEvent) => {
    if (dragged !== null) setDragged(start.current.width + event.clientX - start.current.x)
  }
  const onPointerUp = () => {
    if (dragged !== null) onResize(shown)
    setDragged(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowLeft' ? -step : event.key === 'ArrowRight' ? step : 0
    if (by === 0) return
    event.preventDefault()
    event.stopPropagation()
    onResize(clamp(shown + by, min, max))
  }

  return (
    <div className={styles.panes} data-dragging={dragged !== null || undefined}>
      <div className={styles.left} style={{ width: shown }}>
        {left}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: hr cannot be focused and moved */}
      <div
        role="separator"
        aria-orientation="vertical"
        aria-label={label}
        aria-valuenow={shown}
        aria-valuemin={min}
        aria-valuemax={max}
        tabIndex={0}
        className={styles.divider}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={onPointerUp}
        onKeyDown={onKeyDown}
      />
      <div className={styles.right}>{right}</div>
    </div>
  )
}

const clamp = (value: number, min: number, max: number): number =>
  Math.round(Math.min(max, Math.max(min, value)))
