import { create } from 'zustand'

const useSaid = create<{ text: string; turn: number }>(() => ({ text: '', turn: 0 }))

/** Says something to screen readers that others see without words: a star, a read mark. */
export const announce = (text: string): void =>
  useSaid.setState(({ turn }) => ({ text, turn: turn + 1 }))

/** Where announcements are said; mounted once. */
export function Announcer() {
  const { text, turn } = useSaid()
  return (
    <div className="visually-hidden" aria-live="polite" data-announcer>
      {/* A new element each time: the same text twice is said twice. */}
      <span key={turn}>{text}</span>
    </div>
  )
}
