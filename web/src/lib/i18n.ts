import { settings } from '@hongyan/contract/settings'
import { useSyncExternalStore } from 'react'
import { allTextsBy } from './all-texts.ts'
import { call } from './api.ts'
import { currentLanguage, type Language, storedLanguage, storeLanguage } from './language.ts'
import { loadFirstTexts, loadTexts, type Texts } from './language-files.ts'
import type { Feature } from './text-keys.ts'
import { readTokens } from './tokens.ts'
import { type Translate, translator } from './translate.ts'

/** What `useTranslation` gives: the same object until the language changes. */
export interface Translation<Own extends Feature = 'common'> {
  t: Translate<Own>
  language: Language
}

type ByFeature = <Own extends Feature = 'common'>(feature?: Own) => Translation<Own>

let byFeature: ByFeature = keyed({}, 'zh')
/** The texts of every screen, once one of them was wanted; before that those of the first alone. */
let whole: Promise<void> | null = null
/** What was asked for last: an answer for another language comes too late. */
let wanted: { language: Language; shown: Promise<void> } = {
  language: 'zh',
  shown: Promise.resolve(),
}
const waiting = new Set<() => void>()

/** Loads the chosen language and makes `useTranslation('<feature>')` ready. */
export async function startI18n(): Promise<void> {
  const language = storedLanguage()
  document.documentElement.lang = language
  await take(language)
}

/** Switches without a reload; saved on this device, and for the user when signed in. */
export async function setLanguage(language: Language): Promise<void> {
  await showLanguage(language)
  storeLanguage(language)
  if (!readTokens()) return
  try {
    await call(settings.changeSetting, { body: { key: 'language', value: language } })
  } catch {
    // Kept on this device; the next switch tries again.
  }
}

/** Shows a language without saving it (the user's own setting, found after login). */
export async function showLanguage(language: Language): Promise<void> {
  if (language !== currentLanguage()) await take(language)
}

/** The texts of a feature, found by `t('key')`; others by `t('feature:key')`. */
export const useTranslation = <Own extends Feature = 'common'>(feature?: Own): Translation<Own> =>
  useSyncExternalStore(
    subscribe,
    () => byFeature(feature),
    () => byFeature(feature),
  )

/** A text outside React, as in `translate('list:moved', { folder })`. */
export const translate: Translate = (key, values) => byFeature().t(key, values)

allTextsBy(() => {
  whole ??= take(wanted.language, loadTexts)
  // A failure is not kept: the next one tries again.
  whole.catch(() => {
    whole = null
  })
  return whole
})

async function take(language: Language, load = whole ? loadTexts : loadFirstTexts): Promise<void> {
  const before = wanted
  const texts = load(language)
  const shown = texts.then((all) =>
    wanted.language === language ? show(all, language) : wanted.shown,
  )
  const mine = { language, shown }
  wanted = mine
  try {
    await shown
  } catch (thrown) {
    // What could not be had is not what somebody chose: a later screen would turn the page over.
    if (wanted === mine) wanted = before
    throw thrown
  }
}

function show(texts: Texts, language: Language): void {
  document.documentElement.lang = language
  drawIn(texts, language)
}

/** From here on these are the texts. Also where there is no page: the build draws the login form. */
export function drawIn(texts: Texts, language: Language): void {
  byFeature = keyed(texts, language)
  for (const changed of [...waiting]) changed()
}

function keyed(texts: Texts, language: Language): ByFeature {
  const make = translator(texts, language)
  const made = new Map<string | undefined, unknown>()
  return <Own extends Feature = 'common'>(feature?: Own) => {
    const known = made.get(feature) as Translation<Own> | undefined
    const one = known ?? { t: make(feature), language }
    made.set(feature, one)
    return one
  }
}

function subscribe(changed: () => void): () => void {
  waiting.add(changed)
  return () => waiting.delete(changed)
}
