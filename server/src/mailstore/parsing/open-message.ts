import { type MessageContent, readContent } from '@hongyan/mime/content'
import { parseMessage } from '@hongyan/mime/parse'
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
