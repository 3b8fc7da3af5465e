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

/** The same at a place of the list. */
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

/** Other ways in which tables, chats and programs write a person: each as the address `Name <addr>` it means. */
const writtenForms: RegExp[] = [
  // 张伟（zhang@x.com）, Zhang Wei [mailto:zhang@x.com]
  /^(?<name>[^<>@()[\]]*?)\s*[([](?:mailto:)?(?<address>[^\s()[\]<>]+@[^\s()[\]<>]+)[)\]]$/i,
  // 张伟 zhang@x.com, as two cells of a table
  /^(?<name>[^<>@]*[^<>@\s])\s+<?(?<address>[^\s<>@]+@[^\s<>]+?)>?$/,
  // zhang@x.com 张伟
  /^<?(?<address>[^\s<>@]+@[^\s<>]+?)>?\s+(?<name>[^<>@]+)$/,
]

function usualForm(entry: string): string {
  const bare = entry
    .replace(/（/g, '(')
    .replace(/）/g, ')')
    // The name of a group or a field before its members: `To: a@b`.
    .replace(/^[^"<>@:：[(]{1,60}[:：]\s*(?=.*@)/, '')
    .replace(/^'(.*)'$/, '$1')
    .trim()
  for (const form of writtenForms) {
    const { name = '', address = '' } = form.exec(bare)?.groups ?? {}
    if (!isValidAddress(address)) continue
    const plain = name.replace(/^['"]|['"]$/g, '').trim()
    return plain === '' ? address : `"${plain.replace(/["\\]/g, '\\$&')}" <${address}>`
  }
  return bare
}

/** Entries between separators that stand outside quotes, angle brackets and comments. */
function splitEntries(typed: string): string[] {
  const text = halfWidth(typed)
  const strong = cut(text, /[;；\r\n]/)
  // Outlook writes `Zhang, Wei <a@b>; Li, Na <c@d>`: there the comma belongs to the name.
  const commaInNames =
    strong.length > 1 && strong.every((one) => /^[^<@]*,[^<@]*<[^<]*>$/.test(one))
  const entries = commaInNames
    ? strong.map(quoteName)
    : strong.flatMap((one) => cut(one, /[,，、]/))
  return entries.flatMap(splitBySpaces)
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

function cut(text: string, separator: RegExp): string[] {
  const entries: string[] = []
  let current = ''
  let closer = ''
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i)
    if (closer === '' && separator.test(char)) {
      entries.push(current)
      current = ''
      continue
    }
    current += char
    if (char === '\\' && closer === '"') {
      i += 1
      current += text.charAt(i)
    } else {
      closer = nextCloser(char, closer, text.slice(i + 1))
    }
  }
  return [...entries, current].map((one) => one.trim()).filter((one) => one !== '')
}

/** An opening sign counts only when its partner follows, so that one stray `"` cannot swallow a list. */
function nextCloser(char: string, closer: string, rest: string): string {
  if (closer !== '') return char === closer ? '' : closer
  const wanted = char === '"' ? '"' : char === '<' ? '>' : ''
  return wanted !== '' && rest.includes(wanted) ? wanted : ''
}

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
