import { useState } from 'react'
import { chooseDarkMail, useDarkMail } from './dark-mail.ts'

const steps = [0.5, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 2]

/** How the body of the open mail is drawn: dark or light as this person chose last, each at its own size. */
export interface Rendering {
  dark: boolean
  /** 1 is the size its sender chose. */
  zoom: number
  toggleDark: () => void
  /** To the next size, larger (1) or smaller (-1); 0 goes back. */
  scale: (by: 1 | -1 | 0) => void
}

export function useRendering(mailId: number): Rendering {
  const dark = useDarkMail()
  const [chosen, setChosen] = useState({ mailId, zoom: 1 })
  const zoom = chosen.mailId === mailId ? chosen.zoom : 1
  return {
    dark,
    zoom,
    toggleDark: () => chooseDarkMail(!dark),
    scale: (by) => {
      const next = by === 0 ? 1 : (steps[steps.indexOf(zoom) + by] ?? zoom)
      setChosen({ mailId, zoom: next })
    },
  }
}
