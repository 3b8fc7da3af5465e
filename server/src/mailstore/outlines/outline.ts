import { getHeader, readHeaders } from '@hongyan/mime/headers'
import { DEFAULT_LIMITS } from '@hongyan/mime/limits'
import { parseMessage } from '@hongyan/mime/parse'
import type { ParsedMessage } from '@hongyan/mime/types'
import { type ToldTexts, toldTexts } from './told-texts.ts'

/** What a mail program is told of a message without its bytes, and where its parts lie in them. */
export interface Outline {
  parsed: ParsedMessage
  /** The Date field as it was written; null without one. */
  date: string | null
}

/** An outline as JSON, and what of it goes over the line as it is. */
export interface OutlineTexts extends ToldTexts {
  outline: string
}

/** Grows when the parser finds something else in the same bytes, or what is told of it is written in another way. */
export const outlineVersion = 3

/** More is not told: the loop reads it in one go. A thousand parts take a third of it. */
const mostTold = 1024 * 1024
/** What is looked at of a message whose parts tell more than that. */
const beginning = 32 * 1024

/** The outline as JSON: bounded, whatever a stranger put into a thousand headers. */
export function outlineTexts(raw: Buffer): OutlineTexts {
  const whole = outlineOf(raw)
  const text = JSON.stringify(whole)
  if (text.length <= mostTold) return { outline: text, ...toldTexts(raw, whole) }
  const outline = JSON.stringify(outlineOf(raw.subarray(0, beginning)))
  return { outline, envelope: null, structure: null, fields: null }
}

function outlineOf(raw: Buffer): Outline {
  const fields = readHeaders(raw, 0, Math.min(raw.length, DEFAULT_LIMITS.headerBlock))
  return { parsed: parseMessage(raw), date: getHeader(fields, 'date') }
}
