import { useState } from 'react'

/** A number remembered on this device (the width of a column). */
export function useStoredNumber(key: string, initial: number): [number, (value: number) => void] {
  const [value, setValue] = useState(() => Number(localStorage.getItem(key)) || initial)
  const store = (next: number) => {
    setValue(next)
    localStorage.setItem(key, String(next))
  }
  return [value, store]
}
