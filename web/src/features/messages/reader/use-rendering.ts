import { useState } from 'react'

const steps = [0.5, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 2]

/** How the body of the open mail is drawn; every mail begins plain and at its own size. */
export interface Rendering {
  dark: boolean
  /** 1 is the size its sender chose. */
  zoom: number
  toggleDark: () => void
  /** To the next size, larger (1) or smaller (-1); 0 goes back. */
  scale: (by: 1 | -1 | 0) => void
}

export function useRendering(mailId: number): Rendering {
  const [chosen, setChosen] = useState({ mailId, dark: false, zoom: 1 })
  const { dark, zoom } = chosen.mailId === mailId ? chosen : { dark: false, zoom: 1 }
  return {
    dark,
    zoom,
    toggleDark: () => setChosen({ mailId, zoom, dark: !dark }),
    scale: (by) => {
      const next = by === 0 ? 1 : (steps[steps.indexOf(zoom) + by] ?? zoom)
      setChosen({ mailId, dark, zoom: next })
    },
  }
}
