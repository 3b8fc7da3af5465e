import i18next from 'i18next'
import { isolated } from './foreign-text.ts'
import type { Language } from './language.ts'
import type { Texts } from './language-files.ts'
import type { Feature, FullKey, TextKey } from './text-keys.ts'

/** A text by its key: `list:moved`, or `moved` of the feature at hand; `{{name}}` takes the value of that name. */
export type Translate<Own extends Feature = 'common'> = (
  key: TextKey<Own>,
  values?: Readonly<Record<string, unknown>>,
) => string

/** The `t` of any feature, for keys that name theirs. */
export type AnyTranslate = (key: FullKey, values?: Readonly<Record<string, unknown>>) => string

/** The texts of one language by feature. */
export type Translator = <Own extends Feature = 'common'>(feature?: Own) => Translate<Own>

/**
 * Finds the texts of one language, a feature's own first. With a `count` the text for that number is taken where the
 * language has one (`_one`, `_other`). A key without a text is shown as it is.
 */
export function translator(texts: Texts, language: Language): Translator {
  const found = i18next.createInstance()
  void found.init({
    lng: language,
    fallbackLng: false,
    defaultNS: 'common',
    // React escapes what it shows.
    interpolation: { escapeValue: false },
    returnNull: false,
    resources: { [language]: texts },
    // The texts are here: ready at once.
    initAsync: false,
  })
  return (feature) => {
    const t = found.getFixedT(language, feature ?? 'common')
    return (key: string, values) => {
      const given = Object.entries(values ?? {}).map(([name, value]) => [name, isolated(value)])
      const isolatedValues: Record<string, unknown> = Object.fromEntries(given)
      return t(key, { ...isolatedValues })
    }
  }
}
