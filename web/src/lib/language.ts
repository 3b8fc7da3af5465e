import type { Language } from '@hongyan/contract/errors'

export type { Language }

const key = 'language'
const year = 365 * 24 * 60 * 60

/** The language chosen on this device; Chinese until someone chooses. */
export function storedLanguage(): Language {
  const stored = localStorage.getItem(key) ?? languageCookie()
  return stored === 'en' ? 'en' : 'zh'
}

/** True once a person has chosen a language on this device, so that a server setting does not override it. */
export const languageWasChosen = (): boolean => languageCookie() !== null

/** Remembers the signed-in user's own setting until logout: the next start shows it at once. */
export const rememberLanguage = (language: Language): void => localStorage.setItem(key, language)

/** Logout empties local storage (AUTH-15); a cookie keeps the choice, like the festival skin's (G61). */
export function storeLanguage(language: Language): void {
  localStorage.setItem(key, language)
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and on plain http
  document.cookie = `${key}=${language}; Path=/; SameSite=Lax; Max-Age=${year}`
}

/** The language on screen, also for `Accept-Language`. */
export const currentLanguage = (): Language =>
  document.documentElement.lang === 'en' ? 'en' : 'zh'

const languageCookie = (): string | null =>
  /(?:^|; )language=(zh|en)/.exec(document.cookie)?.[1] ?? null
