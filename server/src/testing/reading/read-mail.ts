import { domainToASCII } from 'node:url'

/** A file of a mail as another program takes it out. */
export interface ReadFile {
  name: string
  type: string
  disposition: string
  /** Without its brackets; null for a file behind the mail. */
  contentId: string | null
  bytes: Buffer
}

/** A mail as another program understands it, all texts with LF. */
export interface ReadMail {
  reader: string
  subject: string
  /** `name <address>`, the domain in ASCII. */
  from: string[]
  to: string[]
  cc: string[]
  bcc: string[]
  /** With their brackets. */
  messageId: string
  inReplyTo: string
  references: string[]
  date: string
  text: string
  html: string
  files: ReadFile[]
  /** By name in lower case, not decoded. */
  headers: Map<string, string>
}

/** How a person is written here, so that programs that decode IDN and those that do not compare. */
export function personLine(name: string, address: string): string {
  const at = address.lastIndexOf('@')
  const domain = domainToASCII(address.slice(at + 1))
  return `${name} <${address.slice(0, at)}@${domain}>`
}
