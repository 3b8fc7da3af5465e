import type { Entry } from 'ldapts'

/** Never changes and is never given to another: entryUUID (RFC 4530), or objectGUID of Active Directory. */
export function idOf(entry: Entry): string | null {
  const [guid] = [entry.objectGUID].flat()
  if (Buffer.isBuffer(guid) && guid.length > 0) return guid.toString('hex')
  return textsOf(entry, 'entryUUID')[0] ?? null
}

/** Active Directory says there who is disabled: ACCOUNTDISABLE, the second bit. */
export const shutIn = 'userAccountControl'
export const isShut = (entry: Entry): boolean => (Number(textsOf(entry, shutIn)[0] ?? 0) & 2) !== 0

/** Names of attributes have no case (RFC 4512 §2.5). */
export function textsOf(entry: Entry, attribute: string): string[] {
  const found = Object.entries(entry).find(([key]) => key.toLowerCase() === attribute.toLowerCase())
  return [found?.[1] ?? []]
    .flat()
    .filter((one) => typeof one === 'string' && one !== '') as string[]
}
