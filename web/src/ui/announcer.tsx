import { createPortal } from 'react-dom'
import { create } from 'zustand'
import { useModals } from './use-modal.ts'

interface Said {
  text: string
  turn: number
  /** The dialog that was topmost when it was said; null for the page. */
  place: HTMLDialogElement | null
}

const useSaid = create<Said>(() => ({ text: '', turn: 0, place: null }))

/** Says something to screen readers that others see without words: a star, a read mark. */
export const announce = (text: string): void =>
  useSaid.setState(({ turn }) => ({
    text,
    turn: turn + 1,
    place: useModals.getState().open.at(-1) ?? null,
  }))

/**
 * Where announcements are said; mounted once. What lies outside a modal dialog is not read out: each dialog has a region of its
 * own, and what was said in one is not said again when it closes.
 */
export function Announcer() {
  const dialogs = useModals(({ open }) => open)
  return (
    <>
      <Region place={null} />
      {dialogs.map((dialog, index) =>
        createPortal(<Region place={dialog} />, dialog, String(index)),
      )}
    </>
  )
}

function Region({ place }: Pick<Said, 'place'>) {
  const { text, turn, place: meant } = useSaid()
  return (
    <div className="visually-hidden" aria-live="polite" data-announcer>
      {/* A new element each time: the same text twice is said twice. */}
      {meant === place && <span key={turn}>{text}</span>}
    </div>
  )
}
