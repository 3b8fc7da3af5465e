import { onSessionEnd } from '../../../lib/session-end.ts'
import { whenStill } from '../../../lib/still.ts'

/**
 * An editing frame that was loaded ahead, empty, in a hidden place of the page. Only where a frame can be moved as it is
 * (DOM, `moveBefore`): elsewhere a frame that moves is loaded anew.
 */
let spare: HTMLIFrameElement | null = null
let takeBack = (): void => undefined

interface Movable extends Element {
  moveBefore(node: Element, child: Element | null): void
}

const canMove = (element: Element): element is Movable => 'moveBefore' in element

/** Has one there when nobody is at work, unless a mail is begun or somebody signs out before. */
export function frameAhead(): void {
  takeBack()
  takeBack = whenStill(load)
}

function load(): void {
  if (spare?.isConnected || !canMove(document.body)) return
  const place = document.createElement('div')
  place.hidden = true
  spare = newFrame()
  place.append(spare)
  document.body.append(place)
}

/** The frame of an editor, in its place; it is the owner's from now on. */
export function takeFrame(place: Element): HTMLIFrameElement {
  takeBack()
  const frame = spareInto(place)
  if (frame) return frame
  const made = newFrame()
  place.append(made)
  return made
}

function spareInto(place: Element): HTMLIFrameElement | null {
  if (!spare?.isConnected || !place.isConnected || !canMove(place)) return null
  // One that moves while it is on its way never arrives.
  if (spare.contentWindow?.mountHongyanEditor === undefined) return null
  if (spare.contentDocument?.readyState !== 'complete') return null
  const frame = spare
  const before = frame.parentElement
  spare = null
  place.moveBefore(frame, null)
  before?.remove()
  return frame
}

function newFrame(): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.src = `${import.meta.env.BASE_URL}editor.html`
  return frame
}

onSessionEnd(() => {
  takeBack()
  spare?.parentElement?.remove()
  spare = null
})
