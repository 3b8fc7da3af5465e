import { home } from '@hongyan/contract/home'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { call } from './api.ts'
import { currentLanguage, type Language, storedLanguage, storeLanguage } from './language.ts'
import { loadTexts } from './language-files.ts'
import { readTokens } from './tokens.ts'

export const i18n = i18next.createInstance()

/** Loads the chosen language and makes `useTranslation('<feature>')` ready. */
export async function startI18n(): Promise<void> {
  const language = storedLanguage()
  document.documentElement.lang = language
  await i18n.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    defaultNS: 'common',
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
    returnNull: false,
    resources: { [language]: await loadTexts(language) },
  })
}

/** Switches without a reload; saved on this device, and for the user when signed in. */
export async function setLanguage(language: Language): Promise<void> {
  await showLanguage(language)
  storeLanguage(language)
  if (!readTokens()) return
  try {
    await call(home.changeSetting, { body: { key: 'language', value: language } })
  } catch {
    // Kept on this device; the next switch tries again.
  }
}

/** Shows a language without saving it (the user's own setting, found after login). */
export async function showLanguage(language: Language): Promise<void> {
  if (language === currentLanguage()) return
  if (!i18n.hasResourceBundle(language, 'common')) {
    for (const [feature, texts] of Object.entries(await loadTexts(language))) {
      i18n.addResourceBundle(language, feature, texts)
    }
  }
  document.documentElement.lang = language
  await i18n.changeLanguage(language)
}

/** A text outside React, as in `translate('list:moved', { folder })`. */
export const translate = (key: string, values: Record<string, unknown> = {}): string =>
  i18n.t(key, values)

export const language = (): Language => currentLanguage()
