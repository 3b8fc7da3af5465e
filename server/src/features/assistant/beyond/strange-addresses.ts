/** Web and mail addresses, however they are written. Bounded: linear on any text (T35). */
const addresses =
  /(?:https?:\/\/|www\.)[^\s<>"'，。；、）】]{1,400}|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}|(?<![\w.@-])[a-z\d-]{2,63}\.(?:com|cn|net|org|io|top|xyz|info|test|example|link|vip|cc|shop|site|club)(?![\w-])/gi
/** Numbers of accounts, telephones, cards: so many digits in a row, with spaces and hyphens between them. */
const longNumbers = /\d(?:[ -]?\d){7,30}/g

/**
 * What a text has of addresses and long numbers that the text it was made of does not have: a model that invents them, or was talked into
 * them by a mail, is not to be trusted with them.
 */
export function strangeAddresses(made: string, from: string): string[] {
  const known = from.toLowerCase()
  const digits = from.replace(/[ -]/g, '')
  const foreign = (made.match(addresses) ?? [])
    .map((one) => one.replace(/(?<![.,;:!?)\]])[.,;:!?)\]]+$/, ''))
    .filter((one) => !known.includes(one.toLowerCase()))
  const numbers = (made.match(longNumbers) ?? []).filter(
    (one) => !digits.includes(one.replace(/[ -]/g, '')),
  )
  return [...new Set([...foreign, ...numbers])].slice(0, 10)
}
