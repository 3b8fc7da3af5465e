import { useLayoutEffect, useState } from 'react'
import { typedBefore } from './first-form.ts'

/** What is typed into a field: first what stands there already, up to the moment in which React takes the field over. */
export function useTyped(name: 'username' | 'password') {
  const [typed, setTyped] = useState(() => typedBefore(name))
  useLayoutEffect(() => {
    const last = typedBefore(name)
    if (last !== '') setTyped(last)
  }, [name])
  return [typed, setTyped] as const
}
