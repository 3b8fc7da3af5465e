/** What somebody typed, as the places of a template. */
export interface Words {
  name: string
  address: string
}

/** A value in a filter (RFC 4515 §3): nothing that was typed can end it, or be a `*`. */
export const escapeFilter = (value: string): string =>
  [...Buffer.from(value)]
    .map((byte) =>
      // Letters and digits as they are, of the signs those that names have.
      /[\w.@+-]/.test(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `\\${byte.toString(16).padStart(2, '0')}`,
    )
    .join('')

/** A value in a DN (RFC 4514 §2.4): what was typed stays one value. */
export const escapeDn = (value: string): string =>
  value.replace(/["+,;<>\\=]/g, (sign) => `\\${sign}`).replace(/^[ #]| $/g, (sign) => `\\${sign}`)

/** Fills a filter. */
export const filledFilter = (template: string, words: Words): string =>
  filled(template, words, escapeFilter)

/** Fills the name to bind as: a DN, or the `name@domain` that Active Directory takes, where nothing is escaped. */
export const filledBind = (template: string, words: Words): string =>
  filled(template, words, template.includes('=') ? escapeDn : (value) => value)

const filled = (template: string, words: Words, escaped: (value: string) => string): string =>
  template.replace(/\{(name|address)\}/g, (_, place: keyof Words) => escaped(words[place]))

/** Nobody's name holds a control character; some servers end a name at one. */
export const areWords = ({ name, address }: Words): boolean =>
  [name, address].every((one) => one !== '' && one.length <= 320 && !/\p{Cc}/u.test(one))
