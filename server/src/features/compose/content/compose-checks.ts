import { domainToASCII } from 'node:url'
import type { Language } from '@hongyan/contract/errors'
import { limits } from '@hongyan/contract/limits'
import { normalForm } from '@hongyan/contract/normal-form'
import { isValidAddress, parseAddresses } from '@hongyan/mime/addresses'
import { cleanName } from '@hongyan/mime/clean'
import type { Address } from '@hongyan/mime/types'
import type { EnvelopeRecipient } from '../../../delivery/outbound/types.ts'
import { AppError } from '../../../platform/errors.ts'
import { foldName } from '../../../platform/names/unique-names.ts'

/** Recipients as the composer sends them, one person an entry. */
export interface TypedRecipients {
  mailTo: readonly string[]
  mailCc: readonly string[]
  mailBcc: readonly string[]
}

/** Recipients understood once: for the headers and, without repeats, for the envelope. */
export interface ReadRecipients {
  to: Address[]
  cc: Address[]
  bcc: Address[]
  envelope: EnvelopeRecipient[]
  /** Entries that name no address. */
  bad: string[]
}

/** The one reading of recipients that policy, headers and envelope share (T30, CVE-2025-13033). */
export function readRecipients({ mailTo, mailCc, mailBcc }: TypedRecipients): ReadRecipients {
  const bad: string[] = []
  const read = (entries: readonly string[]): Address[] =>
    entries
      .filter((entry) => entry.trim() !== '')
      .flatMap((entry) => {
        const one = readPerson(entry)
        if (one === null) bad.push(entry)
        return one ?? []
      })
  const [to, cc, bcc] = [read(mailTo), read(mailCc), read(mailBcc)]
  return { to, cc, bcc, bad, envelope: envelopeOf({ to, cc, bcc }) }
}

/**
 * `a@b`, `Name<a@b>` or `"Name" <a@b>` (COMPOSE-09); null for anything that is not exactly one valid address, and for
 * what could pass for another one: line ends and control characters (T26), bidi controls in a name (T29).
 */
export function readPerson(entry: string): Address | null {
  if (hasControls(entry.trim()) || isDisguised(entry)) return null
  const [first, ...more] = parseAddresses(entry)
  if (!first || more.length > 0 || first.group !== undefined) return null
  if (!isValidAddress(first.address)) return null
  const address = wireForm(first.address)
  return address === null ? null : { name: first.name, address }
}

/**
 * The form that other servers are told: an ASCII domain unless the local part needs SMTPUTF8 anyway (RFC 6531). Null
 * for what is no address in that form: an IPv4 address can be written as a name (0x7f000001, ①②⑦.0.0.①).
 */
function wireForm(address: string): string | null {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at)
  const domain = domainToASCII(address.slice(at + 1))
  if (!isValidAddress(`${local}@${domain}`)) return null
  return isAscii(local) ? `${local}@${domain}` : normalForm(address, 'NFC')
}

const hasControls = (text: string): boolean => /[\p{Cc}\u2028\u2029]/u.test(text)
const isDisguised = (text: string): boolean =>
  /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(text)

export const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)

function envelopeOf(groups: Record<'to' | 'cc' | 'bcc', Address[]>): EnvelopeRecipient[] {
  const envelope = new Map<string, EnvelopeRecipient>()
  for (const kind of ['to', 'cc', 'bcc'] as const) {
    for (const { name, address } of groups[kind]) {
      const key = address.toLowerCase()
      if (!envelope.has(key)) envelope.set(key, { address, name, kind })
    }
  }
  return [...envelope.values()]
}

/** @throws the rules of specification §5 "Compose", in its order */
export function checkBeforeSending(
  subject: string,
  recipients: ReadRecipients,
  language: Language,
): void {
  const title = cleanName(subject)
  if (title === '') throw new AppError('compose.no-subject')
  if (hasControls(subject)) {
    throw new AppError('compose.bad-characters', { field: language === 'zh' ? '主题' : 'subject' })
  }
  if ([...title].length > limits.subject) throw new AppError('compose.subject-long')
  if (recipients.bad.length > 0) {
    const list = recipients.bad.map(cleanName).join(', ').slice(0, 300)
    throw new AppError('compose.bad-address', { list })
  }
  if (recipients.envelope.length === 0) throw new AppError('compose.no-recipient')
  if (recipients.envelope.length > limits.recipients) {
    throw new AppError('compose.too-many-recipients', { max: String(limits.recipients) })
  }
}

interface CheckedFile {
  fileName: string
  contentId: string | null
  size: number
}

/** @throws compose.too-many-attachments, compose.too-big */
export function checkFileAmount(files: readonly CheckedFile[]): void {
  const attached = files.filter((file) => file.contentId === null)
  if (attached.length > limits.attachments) throw new AppError('compose.too-many-attachments')
  // Base64 with its line ends makes 57 bytes 78.
  const encoded = files.reduce((sum, file) => sum + Math.ceil(file.size / 57) * 78, 0)
  if (encoded > limits.message) throw tooBig()
}

/** @throws compose.duplicate-name: the names as people read them, any case, composed or not */
export function checkFileNames(files: readonly CheckedFile[]): void {
  const names = files.filter((file) => file.contentId === null).map((one) => foldName(one.fileName))
  if (new Set(names).size < names.length) throw new AppError('compose.duplicate-name')
}

export const tooBig = (): AppError =>
  new AppError('compose.too-big', { max: `${Math.floor(limits.message / 1024 / 1024)}M` })
