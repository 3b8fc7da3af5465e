import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tnefFixtures } from '../../test/fixtures.ts'
import { inCharset } from '../../test/mails.ts'
import { decompressRtf } from './lzfu.ts'
import { readRtf } from './rtf-text.ts'
import { decodeTnef } from './tnef.ts'

const rtf = (text: string): Uint8Array => inCharset(text, 'latin1')

describe('decodeTnef', () => {
  it.each(tnefFixtures())('T32 $name', ({ raw, expected }) => {
    const content = decodeTnef(raw)
    const files = expected.filter((name) => !name.startsWith('body.'))
    const names = content?.attachments.map((one) => one.filename) ?? []
    expect(names.filter((name) => files.includes(name)).sort()).toEqual([...files].sort())
    if (expected.includes('body.rtf')) {
      expect(new TextDecoder().decode(content?.rtf ?? undefined).slice(0, 5)).toBe('{\\rtf')
    }
    if (expected.includes('body.html')) expect(content?.html).toContain('<')
  })

  it('gives the bytes of an attachment', () => {
    const found = tnefFixtures().find(({ name }) => name.endsWith('data-before-name.tnef'))
    const content = decodeTnef(found?.raw ?? new Uint8Array(0))
    const ini = content?.attachments.find((one) => one.filename === 'boot.ini')
    expect(new TextDecoder().decode(ini?.bytes)).toContain('[boot loader]')
  })

  it('takes only TNEF', () => {
    expect(decodeTnef(new Uint8Array(0))).toBeNull()
    expect(decodeTnef(rtf('%PDF-1.4'))).toBeNull()
  })

  it('T32 ends on any change of a real file, with bounded output', () => {
    const small = tnefFixtures().filter(({ raw }) => raw.length < 15_000)
    const edits = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 12 })
    fc.assert(
      fc.property(fc.constantFrom(...small), edits, fc.nat(), ({ raw }, changes, end) => {
        const bytes = raw.slice(0, end % 3 === 0 ? end % raw.length : raw.length)
        for (const [at, value] of changes) bytes[at % raw.length] = value
        const content = decodeTnef(bytes)
        if (content === null) return
        const size = content.attachments.reduce((sum, one) => sum + one.bytes.length, 0)
        expect(size).toBeLessThanOrEqual(bytes.length)
        expect(content.rtf?.length ?? 0).toBeLessThanOrEqual(bytes.length * 10)
        for (const { filename, type } of content.attachments) {
          expect(filename).toMatch(/^[^/\\\p{Cc}]+$/u)
          expect(type).toMatch(/^[\w.+-]+\/[\w.+-]+$/)
        }
      }),
      { numRuns: 2000 },
    )
  })
})

describe('decompressRtf', () => {
  it('reads the example of [MS-OXRTFCP]', () => {
    const bytes = Uint8Array.from(
      '2d0000002b0000004c5a4675f1c5c7a703000a00726370673132354232 0af32068656c090020 62770 5b06c647d0a800fa0'
        .replaceAll(' ', '')
        .match(/../g) ?? [],
      (pair) => Number.parseInt(pair, 16),
    )
    expect(new TextDecoder().decode(decompressRtf(bytes, 1000) ?? undefined)).toBe(
      '{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n',
    )
  })

  it('T32 gives no more than asked for', () => {
    const bomb = new Uint8Array(1_000_000).fill(0xff)
    bomb.set([0, 0, 0, 0, 0xff, 0xff, 0xff, 0x7f, 0x4c, 0x5a, 0x46, 0x75, 0, 0, 0, 0])
    expect(decompressRtf(bomb, 5000)?.length).toBeLessThanOrEqual(5000)
    expect(decompressRtf(rtf('nothing'), 5000)).toBeNull()
  })
})

describe('readRtf', () => {
  it('gives the text, in its code page and in Unicode', () => {
    const text =
      "{\\rtf1\\ansi\\ansicpg936{\\fonttbl{\\f0 SimSun;}}{\\*\\generator x;}\\f0 \\'c4\\'e3\\'ba\\'c3\\par \\u20013?\\u25991\\'3f {\\b bold} \\{x\\}\\tab y}"
    expect(readRtf(rtf(text))).toEqual({ html: null, text: '你好\n中文 bold {x}\ty' })
  })

  it('gives back the HTML that Outlook wrapped', () => {
    const text =
      "{\\rtf1\\ansi\\ansicpg1252\\fromhtml1 {\\*\\htmltag19 <html>}{\\*\\htmltag64 <p>}\\htmlrtf {\\htmlrtf0 caf\\'e9\\htmlrtf\\par}\\htmlrtf0 {\\*\\htmltag72 </p>}}"
    expect(readRtf(rtf(text)).html).toBe('<html><p>café</p>')
  })

  it('T32 takes deep groups and stops at the maximum', () => {
    expect(readRtf(rtf(`${'{'.repeat(500_000)}x`)).text).toBe('x')
    expect(readRtf(rtf('x'.repeat(5000)), 100).text).toHaveLength(100)
  })
})
