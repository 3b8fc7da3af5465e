import { useLayoutEffect } from 'react'
import { useRouter } from './hooks.ts'

/** Leads on to another address before anything is seen of this one, which is no step of the way back. */
export function Navigate({ to }: { to: string }) {
  const { redirect } = useRouter()
  useLayoutEffect(() => redirect(to), [redirect, to])
  return null
}
