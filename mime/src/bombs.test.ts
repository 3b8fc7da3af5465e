import { describe, expect, it } from 'vitest'
import { bombs } from '../test/bombs.ts'
import { readContent } from './content.ts'
import { htmlToText } from './html/html-text.ts'
import { parseMessage } from './parse.ts'
import type { LimitHit, ParsedMessage, Part } from './types.ts'

const expectedLimits: Record<string, LimitHit[]> = {
  'nested multiparts': ['depth'],
  'flat parts': ['parts'],
  'flat attachments': ['parts'],
  'many headers': ['header'],
  'many To headers': ['header', 'addresses'],
  'one long header': ['header'],
  'header folded often': ['header'],
  'encoded-words': ['header'],
  'open encoded-words': ['header'],
  'one long line': ['line'],
  'bogus charset': ['header'],
  'nested messages': ['depth'],
  'nested groups': ['header', 'addresses'],
  'RFC 2231 pieces': ['header', 'pieces'],
  'RFC 2231 in many parts': ['pieces'],
  'many addresses in one header': ['header', 'addresses'],
  'nested comments': ['header'],
  'comments in every header': ['header'],
  'same boundary everywhere': ['parts'],
  'open quotes and brackets': ['header'],
  'base64 in one line': ['line'],
  'quoted-printable blanks': ['line'],
  'NUL bytes': ['line'],
  'NUL bytes in the header': ['header'],
  'message ids': ['references', 'header'],
  'wrong UTF-7': ['line'],
  'HZ switches': ['line'],
  parameters: ['header', 'params'],
  'parts and cid references': ['line'],
  'HTML attributes': ['line'],
  'open comments': ['line'],
  'end tags without start': ['line'],
  'open style elements': ['line'],
  'hidden styles': ['line'],
  'cid references': ['line'],
}

function countParts(part: Part): number {
  const below = part.message === null ? part.parts : [part.message.root]
  return below.reduce((sum, child) => sum + countParts(child), 1)
}

function countAddresses({ envelope }: ParsedMessage): number {
  return envelope.from.length + envelope.to.length + envelope.cc.length
}

describe('T31 P13 hostile messages', () => {
  it.each(bombs)('$name', ({ name, make }) => {
    const raw = make(1)
    const parsed = parseMessage(raw)
    expect([...parsed.limits].sort()).toEqual([...(expectedLimits[name] ?? [])].sort())
    expect(countParts(parsed.root)).toBeLessThanOrEqual(1000)
    expect(countAddresses(parsed)).toBeLessThanOrEqual(2000)
    expect(JSON.stringify(parsed).length).toBeLessThan(2_000_000)
    const content = readContent(raw, parsed)
    expect((content.text ?? '').length).toBeLessThanOrEqual(4_000_000)
    if (content.html !== null)
      expect(htmlToText(content.html, 1000).length).toBeLessThanOrEqual(1000)
  })
})
