import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { zipStream } from '../platform/zip/zip.ts'
import { namesInZip, openArchive } from './archive.ts'
import { officeText, xmlText } from './office-text.ts'
import { childOf, readXml, textOf, xmlTokens } from './xml.ts'

const asZip = (files: Record<string, Buffer | string>, compress = true): Promise<Buffer> =>
  buffer(
    zipStream(
      Object.entries(files).map(([name, content]) => ({
        name,
        bytes: async () => Buffer.from(content),
      })),
      { compress },
    ),
  )

const megabyte = 1024 * 1024

describe('one reader of office documents for search and preview', () => {
  it('T33 unpacks no part that is too large, too much smaller packed, or beyond the allowance of its message', async () => {
    const zip = await asZip(
      {
        'bomb.xml': Buffer.alloc(30 * megabyte),
        'large.xml': randomBytes(33 * megabyte),
        'a.xml': randomBytes(megabyte),
        'b.xml': randomBytes(megabyte),
      },
      false,
    )
    const packed = await asZip({ 'bomb.xml': Buffer.alloc(30 * megabyte) })
    expect(openArchive(packed)?.read('bomb.xml')).toBeNull()
    const left = { bytes: 1.5 * megabyte }
    const archive = openArchive(zip, left)
    expect(archive?.read('large.xml')).toBeNull()
    expect(archive?.read('a.xml')?.length).toBe(megabyte)
    expect(archive?.read('b.xml')).toBeNull()
    expect(left.bytes).toBe(0.5 * megabyte)
    expect(archive?.read('nothing.xml')).toBeNull()
  })

  it('T33 an archive of too many entries, one that is cut, and no archive at all are none', async () => {
    const many = Object.fromEntries(Array.from({ length: 5_001 }, (_, at) => [`${at}.xml`, '']))
    const zip = await asZip(many, false)
    expect(openArchive(zip)).toBeNull()
    expect(namesInZip(zip)).toHaveLength(5_000)
    const one = await asZip({ 'word/document.xml': '<w:document><w:p>x</w:p></w:document>' })
    expect(openArchive(one.subarray(0, one.length - 30))).toBeNull()
    for (const bytes of [Buffer.alloc(0), Buffer.from('PK'), Buffer.alloc(100, 0x50)]) {
      expect(openArchive(bytes)).toBeNull()
      expect(officeText(bytes, { bytes: megabyte }, 100)).toBe('')
    }
  })

  it('SEARCH-01 a word in two fonts stays whole, a cell and a paragraph begin anew, hidden text is left out', () => {
    const document =
      '<w:document><w:p a="x > y"><w:r><w:t>鸿</w:t></w:r><w:r><w:t>雁 &amp; &#x6631;</w:t></w:r></w:p>' +
      '<!-- <w:t>no</w:t> --><w:p><w:delText>gone</w:delText><w:t><![CDATA[a<b]]></w:t></w:p></w:document>'
    expect(xmlText(document, 1_000)).toBe('鸿雁 & 昱\na<b\n')
    const sheet = '<c t="s"><v>7</v></c><c><f>A1+1</f><v>42</v></c>'
    expect(xmlText(sheet, 1_000).trim()).toBe('42')
    const tree = readXml(document)
    expect(textOf(childOf(tree, 'document', 'p'))).toBe('鸿雁 & 昱')
  })

  it.each([
    '<',
    '<a',
    '<a b="',
    '<!--',
    '<![CDATA[',
    '<?',
    '</a>',
    '<a></b></b>',
    '&',
    '&#99999999;',
    '<>',
    '< >',
  ])('T33 %s ends where it breaks', (piece) => {
    const xml = `<p>before</p>${piece.repeat(1_000)}`
    expect([...xmlTokens(xml)].length).toBeLessThan(5_000)
    expect(xmlText(xml, 1_000)).toContain('before')
    expect(textOf(childOf(readXml(xml), 'p'))).toBe('before')
  })

  it('T33 elements a hundred thousand deep are no reason to fall', () => {
    const xml = `${'<a>'.repeat(100_000)}x`
    expect(() => textOf(readXml(xml))).not.toThrow()
    expect(xmlText(xml, 10)).toBe('x')
  })
})
