export type DemoCharset = 'utf-8' | 'gb2312' | 'gbk' | 'gb18030' | 'big5' | 'iso-2022-jp'

type Table = Map<string, number[]>
const tables = new Map<string, Table>()

/**
 * Text to the bytes of an old charset. The platform only decodes these charsets, so the encoder is
 * the decoder read backwards. A character that the charset does not have becomes '?'.
 */
export function encodeText(text: string, charset: DemoCharset): Uint8Array {
  if (charset === 'utf-8') return new TextEncoder().encode(text)
  if (charset === 'iso-2022-jp') return encodeJapanese(text)
  const table = doubleByteTable(charset === 'big5' ? 'big5' : 'gbk')
  const bytes: number[] = []
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    if (code < 0x80) bytes.push(code)
    else bytes.push(...(table.get(character) ?? rareBytes(code, charset)))
  }
  return Uint8Array.from(bytes)
}

/** GB18030 writes U+10000 and above as four bytes counted on from 90 30 81 30. */
function rareBytes(code: number, charset: DemoCharset): number[] {
  if (charset !== 'gb18030' || code < 0x10000) return [0x3f]
  const offset = code - 0x10000
  return [
    0x90 + Math.floor(offset / 12600),
    0x30 + (Math.floor(offset / 1260) % 10),
    0x81 + (Math.floor(offset / 10) % 126),
    0x30 + (offset % 10),
  ]
}

/** ISO-2022-JP: the EUC-JP pair without its high bits, between ESC $ B and ESC ( B. */
function encodeJapanese(text: string): Uint8Array {
  const table = doubleByteTable('euc-jp')
  const bytes: number[] = []
  let isWide = false
  const shift = (toWide: boolean) => {
    if (toWide !== isWide) bytes.push(0x1b, ...(toWide ? [0x24, 0x42] : [0x28, 0x42]))
    isWide = toWide
  }
  for (const character of text) {
    const pair = table.get(character)
    shift(pair !== undefined)
    if (pair) bytes.push(...pair.map((byte) => byte & 0x7f))
    else bytes.push(character.charCodeAt(0) & 0x7f)
  }
  shift(false)
  return Uint8Array.from(bytes)
}

function doubleByteTable(label: string): Table {
  const known = tables.get(label)
  if (known) return known
  const decoder = new TextDecoder(label)
  const table: Table = new Map()
  for (let lead = label === 'euc-jp' ? 0xa1 : 0x81; lead <= 0xfe; lead++) {
    for (let trail = label === 'euc-jp' ? 0xa1 : 0x40; trail <= 0xfe; trail++) {
      const character = decoder.decode(Uint8Array.of(lead, trail))
      const isOne = [...character].length === 1 && character !== '\ufffd'
      if (isOne && !table.has(character)) table.set(character, [lead, trail])
    }
  }
  tables.set(label, table)
  return table
}
