import { parseAddresses } from './addresses.ts'
import { cut } from './clean.ts'
import { decodeWords } from './encoded-words.ts'
import type { HeaderField } from './headers.ts'
import type { Address } from './types.ts'

const MAX_SUBJECT = 16_000
const MAX_ID = 1000

/*
 * Single things of a header, for whoever needs no more: they cost some ms at the worst, whoever wrote it. A whole envelope is
 * read in a thread.
 */

/** The subject as a reader sees it; '' without one. */
export const subjectIn = (fields: readonly HeaderField[]): string =>
  cut(decodeWords(first(fields, 'subject') ?? ''), MAX_SUBJECT).trim()

/** The Message-ID without angle brackets; null without one. */
export const messageIdIn = (fields: readonly HeaderField[]): string | null =>
  messageIds(first(fields, 'message-id'))[0] ?? null

/** Whom the From fields name, at most `most` of them: of a mail with several such fields those in the first ten. */
export function authorsIn(fields: readonly HeaderField[], most: number): Address[] {
  const found: Address[] = []
  for (const field of fields.filter(({ name }) => name === 'from').slice(0, 10))
    if (found.length < most) found.push(...parseAddresses(field.value(), most - found.length))
  return found
}

/** The ids of a Message-ID, In-Reply-To or References value, without angle brackets. Linear. */
export function messageIds(text: string | null): string[] {
  if (text === null) return []
  const ids: string[] = []
  let open = text.indexOf('<')
  while (open !== -1) {
    const close = text.indexOf('>', open)
    if (close === -1) break
    const id = cleanId(text.slice(text.lastIndexOf('<', close) + 1, close))
    if (id !== '') ids.push(id)
    open = text.indexOf('<', close)
  }
  if (ids.length > 0) return ids
  // Some senders forget the brackets.
  return text
    .split(/\s+/)
    .map(cleanId)
    .filter((id) => id.includes('@'))
}

function cleanId(text: string): string {
  return cut(text.toWellFormed().replace(/[\s\p{Cc}<>]+/gu, ''), MAX_ID)
}

/** Value of the first field with this name (lower case), null if there is none. */
export function first(fields: readonly HeaderField[], name: string): string | null {
  return fields.find((field) => field.name === name)?.value() ?? null
}
