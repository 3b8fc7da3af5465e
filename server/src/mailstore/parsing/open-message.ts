import { type MessageContent, readContent } from '@hongyan/mime/content'
import { htmlToText } from '@hongyan/mime/html/html-text'
import { parseMessage } from '@hongyan/mime/parse'
import { decodeTnef } from '@hongyan/mime/tnef/tnef'
import type { ParsedMessage } from '@hongyan/mime/types'

/** A message opened for reading. */
export interface OpenedMessage {
  parsed: ParsedMessage
  content: MessageContent
}

/** @param maxText characters of text and of HTML that are read */
export function openMessage(raw: Buffer, maxText: number): OpenedMessage {
  const parsed = parseMessage(raw)
  return { parsed, content: readContent(raw, parsed, { maxText }) }
}

/** HTML that is looked through for its text, in characters: styles come first. */
const maxHtml = 2_000_000

/** The text that somebody who opens the message sees. */
export function plainTextOf(raw: Buffer, maxText: number): string {
  const { text, html } = readContent(raw, parseMessage(raw), { maxText: maxHtml })
  return (text ?? htmlToText(html ?? '', maxText)).slice(0, maxText)
}

/** What Outlook packed into a winmail.dat, its files by name and size. */
export interface OpenedTnef {
  subject: string | null
  text: string | null
  html: string | null
  files: { filename: string; type: string; size: number }[]
}

/** Null when it is no winmail.dat. */
export function openTnef(bytes: Uint8Array): OpenedTnef | null {
  const content = decodeTnef(bytes)
  if (!content) return null
  const { subject, text, html, attachments } = content
  const files = attachments.map(({ filename, type, bytes: file }) => ({
    filename,
    type,
    size: file.length,
  }))
  return { subject, text, html, files }
}
