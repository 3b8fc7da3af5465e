import { describe, expect, it } from 'vitest'
import { trickyMails } from '../test/tricky-mails.ts'
import { decodeBody, readContent } from './content.ts'
import { findPart, parseMessage } from './parse.ts'

describe('mails that other parsers get wrong', () => {
  it.each(trickyMails)('$name', ({ raw, subject, text, html, from, cc, files }) => {
    const parsed = parseMessage(raw)
    const content = readContent(raw, parsed)
    if (subject !== undefined) expect(parsed.envelope.subject).toBe(subject)
    if (text !== undefined) expect(content.text?.trim()).toBe(text)
    if (html !== undefined) expect(content.html?.trim()).toBe(html)
    if (from !== undefined) expect(parsed.envelope.from[0]?.name).toBe(from)
    if (cc !== undefined) expect(parsed.envelope.cc[0]?.name).toBe(cc)
    expect(content.attachments.map((one) => one.filename)).toEqual(files ?? [])
    expect(content.truncated).toBe(false)
  })

  it('decodes the attachments to their bytes', () => {
    for (const { raw, files, name } of trickyMails) {
      const parsed = parseMessage(raw)
      if (name === 'x-uuencode') {
        expect(new TextDecoder().decode(decodeBody(raw, parsed.root))).toBe('Cat')
      } else if (files !== undefined && parsed.root.parts[1]?.encoding === 'base64') {
        const part = findPart(parsed, '2')
        expect(part && [...decodeBody(raw, part)].slice(0, 3)).toEqual([0, 1, 2])
      }
    }
  })
})
