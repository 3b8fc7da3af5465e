import type { ConsoleRole } from '@hongyan/contract/console'
import { sessionStore } from '../../lib/session-store.ts'

/** Who is at work here. */
export interface Me {
  name: string
  address: string
  organisation: string
  role: ConsoleRole
  departmentId: number | null
  domains: string[]
}

interface ConsoleState {
  /** Empty: nobody is in. */
  token: string
  /** Something dangerous waits for the password; called with whether it was given. */
  asking: ((given: boolean) => void) | null
}

const place = 'console-token'

/** The token of this tab: it survives a reload, and no other tab has it. */
export const useConsole = sessionStore<ConsoleState>(() => ({
  token: sessionStorage.getItem(place) ?? '',
  asking: null,
}))

export function keepToken(token: string): void {
  if (token === '') sessionStorage.removeItem(place)
  else sessionStorage.setItem(place, token)
  useConsole.setState({ token })
}
