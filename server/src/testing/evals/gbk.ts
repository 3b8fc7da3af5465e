let table: ReadonlyMap<string, number> | null = null

/** Text in GBK, by turning the decoder of the platform round. */
export function encodeGbk(text: string): Buffer {
  table ??= makeTable()
  const bytes: number[] = []
  for (const char of text) {
    const code = char.charCodeAt(0) < 0x80 ? char.charCodeAt(0) : (table.get(char) ?? 0x3f)
    if (code > 0xff) bytes.push(code >> 8)
    bytes.push(code & 0xff)
  }
  return Buffer.from(bytes)
}

function makeTable(): Map<string, number> {
  const decoder = new TextDecoder('gbk')
  const found = new Map<string, number>()
  for (let lead = 0x81; lead <= 0xfe; lead++)
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const char = decoder.decode(Uint8Array.of(lead, trail))
      if ([...char].length === 1 && !found.has(char)) found.set(char, (lead << 8) | trail)
    }
  return found
}
