import { useEffect, useState } from 'react'

/**
 * What a control shows while it is saved: the choice at once, and what is saved again when the server refuses. The cache
 * tells its readers a moment later than React redraws: without a state of its own a control would jump.
 */
export function useChosen<T>(saved: T): [T, (next: T, save: () => Promise<boolean>) => void] {
  const [shown, setShown] = useState(saved)
  useEffect(() => setShown(saved), [saved])
  const choose = (next: T, save: () => Promise<boolean>) => {
    setShown(next)
    void save().then((done) => {
      // What was chosen since then stays.
      if (!done) setShown((now) => (now === next ? saved : now))
    })
  }
  return [shown, choose]
}
