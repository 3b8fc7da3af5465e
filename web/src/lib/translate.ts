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
  const plurals = new Intl.PluralRules(language)
  return (feature) => (key: string, values) => {
    const colon = key.indexOf(':')
    const own = texts[colon < 0 ? (feature ?? 'common') : key.slice(0, colon)]
    const name = key.slice(colon + 1)
    const count = values?.count
    const counted =
      typeof count === 'number' ? textAt(own, `${name}_${plurals.select(count)}`) : undefined
    return filled(counted ?? textAt(own, name) ?? name, values)
  }
}

/** The text at `a.b.c`; of an object only what is written in it, so that `toString` is no key. */
function textAt(tree: unknown, path: string): string | undefined {
  let found = tree
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined
    found = (found as Record<string, unknown>)[name]
  }
  return typeof found === 'string' ? found : undefined
}

/** What is put in is never looked at again: a name of `{{address}}` stays that name. */
const filled = (text: string, values: Readonly<Record<string, unknown>> | undefined): string =>
  text.includes('{{')
    ? text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(isolated(values?.[name]) ?? ''))
    : text
