import type { ConsoleRole } from '@hongyan/contract/console-endpoint'
import type { DateStyle } from '../../lib/dates.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { sessionStore } from '../../lib/session-store.ts'

/** Who is at work here. */
export interface Me {
  name: string
  address: string
  organisation: string
  role: ConsoleRole
  departmentId: number | null
  domains: string[]
  zone: number
  hour12: boolean
}

interface ConsoleState {
  /** Empty: nobody is in. */
  token: string
  /** Something dangerous waits for the password; called with whether it was given. */
  asking: ((given: boolean) => void) | null
  /** Who is in, once it is known. */
  me: Me | null
}

const place = 'console-token'

/** The token of this tab: it survives a reload, and no other tab has it. */
export const useConsole = sessionStore<ConsoleState>(() => ({
  token: sessionStorage.getItem(place) ?? '',
  asking: null,
  me: null,
}))

export function keepToken(token: string): void {
  if (token === '') sessionStorage.removeItem(place)
  else sessionStorage.setItem(place, token)
  useConsole.setState({ token, ...(token === '' && { me: null }) })
}

/** How whoever is in reads times. */
export function useDates(): DateStyle {
  const { language } = useTranslation()
  const me = useConsole((state) => state.me)
  return { zone: me?.zone ?? 8, hour12: me?.hour12 ?? false, language }
}
