import { type PointerEvent, type RefObject, useRef } from 'react'

/** So much of a dialog stays in the window, wherever it is dragged (px). */
const inSight = 96
const least = { width: 280, height: 160 }
/** A dialog that fills the screen has nowhere to go. */
const roomy = '(min-width: 500px) and (pointer: fine)'

interface Handle {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void
  onPointerMove: (event: PointerEvent) => void
  onPointerUp: () => void
  onPointerCancel: () => void
}

interface Movable {
  /** Spread on what it is dragged by. */
  header: Handle
  /** Spread on the corner it is made larger and smaller by. */
  corner: Handle
}

interface Began {
  x: number
  y: number
  box: DOMRect
}

/** A dialog that is dragged by its header and sized by its corner (SHELL-17). */
export function useMovable(dialog: RefObject<HTMLDialogElement | null>): Movable {
  const began = useRef<Began | null>(null)
  const end = () => {
    began.current = null
  }
  const handle = (apply: (element: HTMLElement, began: Began, to: Point) => void): Handle => ({
    onPointerDown: (event) => {
      const element = dialog.current
      if (!element || event.button !== 0 || isControl(event.target) || !matchMedia(roomy).matches)
        return
      const box = element.getBoundingClientRect()
      began.current = { x: event.clientX, y: event.clientY, box }
      event.currentTarget.setPointerCapture(event.pointerId)
      place(element, box)
    },
    onPointerMove: (event) => {
      if (began.current && dialog.current)
        apply(dialog.current, began.current, { x: event.clientX, y: event.clientY })
    },
    onPointerUp: end,
    onPointerCancel: end,
  })
  return { header: handle(move), corner: handle(size) }
}

interface Point {
  x: number
  y: number
}

const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('button, input, a') !== null

function move(element: HTMLElement, { x, y, box }: Began, to: Point): void {
  const left = Math.max(inSight - box.width, box.left + to.x - x)
  place(element, { left, top: Math.max(0, box.top + to.y - y) })
}

function size(element: HTMLElement, { x, y, box }: Began, to: Point): void {
  element.style.width = `${Math.max(least.width, box.width + to.x - x)}px`
  element.style.height = `${Math.max(least.height, box.height + to.y - y)}px`
}

/** From where it is put on, it stays in sight when the window grows smaller. */
function place({ style }: HTMLElement, { left, top }: { left: number; top: number }): void {
  style.margin = '0'
  style.inset = 'auto'
  style.left = `min(${left}px, calc(100vw - ${inSight}px))`
  style.top = `min(${top}px, calc(100dvh - ${inSight / 2}px))`
}
