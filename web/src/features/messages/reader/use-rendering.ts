import { useState } from 'react'

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

/** What was chosen on this device; before that, as the page itself is drawn. */
const place = 'darkMail'

function isDarkByDefault(): boolean {
  const chosen = localStorage.getItem(place)
  if (chosen !== null) return chosen === '1'
  const { theme } = document.documentElement.dataset
  return (
    theme === 'dark' || (theme === undefined && matchMedia('(prefers-color-scheme: dark)').matches)
  )
}

export function useRendering(mailId: number): Rendering {
  const [dark, setDark] = useState(isDarkByDefault)
  const [chosen, setChosen] = useState({ mailId, zoom: 1 })
  const zoom = chosen.mailId === mailId ? chosen.zoom : 1
  return {
    dark,
    zoom,
    toggleDark: () => {
      localStorage.setItem(place, dark ? '0' : '1')
      setDark(!dark)
    },
    scale: (by) => {
      const next = by === 0 ? 1 : (steps[steps.indexOf(zoom) + by] ?? zoom)
      setChosen({ mailId, zoom: next })
    },
  }
}
