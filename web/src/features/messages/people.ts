import type { Person } from '@hongyan/contract/fields'

/** Characters that turn or hide text; in a name or a file name they only serve to deceive (T29). */
const deceptive = /[\u200b\u200e\u200f\u061c\u202a-\u202e\u2060-\u2069\ufeff]/g

/** Text from a stranger, made safe to stand in one line of ours. */
export const plainLine = (text: string): string =>
  text
    .replace(deceptive, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()

/** What a list calls a person: the name, or the address when there is none. */
export const nameOf = ({ name, address }: Person): string => plainLine(name) || plainLine(address)

/** `Name <address>`, for titles and print. */
export function fullNameOf(person: Person): string {
  const name = plainLine(person.name)
  const address = plainLine(person.address)
  return name && name !== address ? `${name} <${address}>` : address
}
