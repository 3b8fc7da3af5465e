import { type ReactNode, useContext, useDeferredValue } from 'react'
import { LocationContext } from '../../lib/router/contexts.ts'

/**
 * What stands around a screen hears of another address when that screen is drawn: a click on a mail must not wait for bar,
 * folders and tags, of which many listen to the address.
 */
export function AfterPaint({ children }: { children: ReactNode }) {
  const location = useDeferredValue(useContext(LocationContext))
  return <LocationContext value={location}>{children}</LocationContext>
}
