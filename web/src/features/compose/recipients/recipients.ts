import { isValidAddress, parseAddresses } from '@hongyan/mime/addresses'

/** One chip. An entry that is no address keeps what was typed in `address` and is not `valid`. */
export interface Recipient {
  /** Unique within the mail, so that React and drag and drop can follow a chip. */
  key: string
  name: string
  address: string
  valid: boolean
}

export type RecipientKind = 'to' | 'cc' | 'bcc'
export type Recipients = Record<RecipientKind, Recipient[]>

/** Longest entry that the contract accepts. */
const longestEntry = 600

/**
 * Reads what was typed or pasted (COMPOSE-09): plain, Name<addr>, "quoted name" <addr>, in a list
 * with `,` `;` line breaks or their Chinese forms; `mailto:` links lose everything but the address.
 */
export function readRecipients(typed: string): Recipient[] {
  return splitEntries(typed).map(readEntry)
}

/** A person from a suggestion or from the start of a reply. */
export function recipientOf(person: { name: string; address: string }): Recipient {
  const name = oneLine(person.name)
  const valid = isValidAddress(person.address)
  return {
    key: newKey(),
    name: name === person.address ? '' : name,
    address: person.address,
    valid,
  }
}

/** How an entry travels to the server, and how it is shown when it is edited again. */
export function writeRecipient(recipient: Recipient): string {
  if (!recipient.valid || recipient.name === '') return recipient.address.slice(0, longestEntry)
  const name = recipient.name.replace(/["\\]/g, '\\$&')
  return `"${name}" <${recipient.address}>`
}

/** Adds what is new; an address that the field already holds is not added twice. */
export function addRecipients(list: Recipient[], added: Recipient[]): Recipient[] {
  const known = new Set(list.map(identity))
  const fresh = added.filter((one) => {
    const isNew = !known.has(identity(one))
    known.add(identity(one))
    return isNew
  })
  return [...list, ...fresh]
}

/** Adds recipients at a place of the list. */
export function insertRecipients(list: Recipient[], added: Recipient[], at: number): Recipient[] {
  const fresh = addRecipients(list, added).slice(list.length)
  return [...list.slice(0, at), ...fresh, ...list.slice(at)]
}

export function allRecipients(recipients: Recipients): Recipient[] {
  return [...recipients.to, ...recipients.cc, ...recipients.bcc]
}

/** Two spellings of one mailbox; the local part is compared without case, as people mean it. */
export function identity(recipient: Recipient): string {
  return recipient.address.trim().toLowerCase()
}

/** True when mail to this address leaves the organisation. */
export function isOutside(recipient: Recipient, ownDomains: readonly string[]): boolean {
  if (!recipient.valid || ownDomains.length === 0) return false
  const domain = recipient.address.slice(recipient.address.lastIndexOf('@') + 1).toLowerCase()
  return !ownDomains.some((own) => own.toLowerCase() === domain)
}

function readEntry(entry: string): Recipient {
  const plain = entry.replace(/^mailto:/i, '')
  const bare = plain === entry ? entry : (plain.split('?')[0] ?? '')
  // `收件人：a@b` would be an address, the Chinese colon a letter of its local part.
  const only =
    onlyAddress(bare.replace(/^[^"<>@：]{1,60}：\s*/, '')) ?? onlyAddress(usualForm(bare))
  if (only === undefined) {
    return { key: newKey(), name: '', address: oneLine(entry).slice(0, longestEntry), valid: false }
  }
  return recipientOf(only)
}

function onlyAddress(entry: string): { name: string; address: string } | undefined {
  const parsed = parseAddresses(entry)
  const only = parsed.length === 1 ? parsed[0] : undefined
  return only !== undefined && isValidAddress(only.address) ? only : undefined
}

const nameOnly = /^[^<>@]+$/

interface Written {
  name: string
  address: string
}

/** Other ways in which tables, chats and programs write a person: each as the address `Name <addr>` it means. */
const writtenForms: ((entry: string) => Written)[] = [
  // 张伟（zhang@x.com）, Zhang Wei [mailto:zhang@x.com]
  (entry) => {
    const form = /^([^<>@()[\]]*)[([](?:mailto:)?([^\s()[\]<>@]+@[^\s()[\]<>@]+)[)\]]$/i
    const [, name = '', address = ''] = form.exec(entry) ?? []
    return { name, address }
  },
  // 张伟 zhang@x.com, as two cells of a table
  (entry) => {
    const gap = entry.search(/\s\S*$/)
    return { name: entry.slice(0, Math.max(0, gap)), address: bareAddress(entry.slice(gap + 1)) }
  },
  // zhang@x.com 张伟
  (entry) => {
    const gap = entry.search(/\s/)
    return { name: entry.slice(gap + 1), address: bareAddress(entry.slice(0, Math.max(0, gap))) }
  },
]

const bareAddress = (word: string): string => word.replace(/^<|>$/g, '')

function usualForm(entry: string): string {
  const halves = entry.replace(/（/g, '(').replace(/）/g, ')')
  // The name of a group or a field before its members: `To: a@b`.
  const members = halves.includes('@') ? halves.replace(/^[^"<>@:：[(]{1,60}[:：]/, '') : halves
  const bare = members
    .trim()
    .replace(/^'(.*)'$/, '$1')
    .trim()
  for (const form of writtenForms) {
    const { name, address } = form(bare)
    if (!isValidAddress(address) || (name !== '' && !nameOnly.test(name))) continue
    const plain = name
      .trim()
      .replace(/^['"]|['"]$/g, '')
      .trim()
    return plain === '' ? address : `"${plain.replace(/["\\]/g, '\\$&')}" <${address}>`
  }
  return bare
}

/** Entries between separators that stand outside quotes, angle brackets and comments. */
function splitEntries(typed: string): string[] {
  const text = halfWidth(typed)
  const strong = cut(text, /[;；\r\n]/)
  // Outlook writes `Zhang, Wei <a@b>; Li, Na <c@d>`: there the comma belongs to the name.
  const commaInNames = strong.length > 1 && strong.every(hasCommaInName)
  const entries = commaInNames
    ? strong.map(quoteName)
    : strong.flatMap((one) => cut(one, /[,，、]/))
  return entries.flatMap(splitBySpaces)
}

/** `Zhang, Wei <a@b>` */
function hasCommaInName(entry: string): boolean {
  const open = entry.indexOf('<')
  const name = entry.slice(0, Math.max(0, open))
  const isOne = entry.endsWith('>') && entry.lastIndexOf('<') === open
  return isOne && name.includes(',') && !name.includes('@')
}

/** `a@b c@d` are two addresses; anything with a name stays whole. */
function splitBySpaces(entry: string): string[] {
  const words = entry.split(/\s+/)
  return words.length > 1 && words.every(isValidAddress) ? words : [entry]
}

function quoteName(entry: string): string {
  const at = entry.indexOf('<')
  const name = entry.slice(0, at).trim().replace(/^"|"$/g, '')
  return `"${name.replace(/["\\]/g, '\\$&')}" ${entry.slice(at)}`
}

type Closer = '"' | '>' | ''

function cut(text: string, separator: RegExp): string[] {
  const entries: string[] = []
  let from = 0
  for (const i of outsidePairs(text)) {
    if (!separator.test(text.charAt(i))) continue
    entries.push(text.slice(from, i))
    from = i + 1
  }
  return [...entries, text.slice(from)].map((one) => one.trim()).filter((one) => one !== '')
}

/** Places that stand in no quotes and angle brackets. */
function* outsidePairs(text: string): Generator<number> {
  const last = { '"': text.lastIndexOf('"'), '>': text.lastIndexOf('>') }
  let closer: Closer = ''
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i)
    if (closer !== '') {
      if (char === '\\' && closer === '"') i += 1
      else if (char === closer) closer = ''
      continue
    }
    // An opening sign counts only when its partner follows, so that one stray `"` cannot swallow a list.
    const wanted: Closer = openedBy(char)
    if (wanted !== '' && last[wanted] > i) closer = wanted
    else yield i
  }
}

const openedBy = (char: string): Closer => (char === '"' ? '"' : char === '<' ? '>' : '')

/** Signs that Chinese input methods make where the half-width ones are meant. */
function halfWidth(text: string): string {
  return text
    .replace(/[＜〈《]/g, '<')
    .replace(/[＞〉》]/g, '>')
    .replace(/＠/g, '@')
    .replace(/[“”]/g, '"')
}

/** Control characters and bidirectional overrides have no place in a name (T26, T29). */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

let keys = 0
function newKey(): string {
  keys += 1
  return `r${keys}`
}
