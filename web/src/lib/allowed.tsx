import type { ReactNode } from 'react'
import { mayNow, type Needed, useMay } from './me.ts'
import { tellNotAllowed } from './trouble.ts'

/** Something that a member of a mailbox may not do at every level: it is there for those who may. */
export function Allowed({ by, children }: { by: Needed; children: ReactNode }) {
  return useMay()(by) ? children : null
}

/** The same for what a key, a drop or a link does: whoever may not is told so, and the server is not asked. */
export const allowed =
  <A extends unknown[]>(by: Needed, run: (...given: A) => void) =>
  (...given: A): void => {
    if (mayNow(by)) run(...given)
    else tellNotAllowed()
  }
