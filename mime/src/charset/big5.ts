import added from 'iconv-lite/encodings/tables/big5-added.json' with { type: 'json' }

/**
 * Big5 with the characters of Hong Kong (HKSCS-2008, as the WHATWG Encoding standard has it): the platform gives private-use
 * characters for them, of which no font knows anything. Linear.
 * @param plain decodes what is ordinary Big5
 */
export function decodeBig5(bytes: Uint8Array, plain: (bytes: Uint8Array) => string): string {
  let out = ''
  let from = 0
  for (let at = 0; at + 1 < bytes.length; at++) {
    const lead = bytes[at] ?? 0
    if (lead < 0x81 || lead === 0xff) continue
    const found = additions().get((lead << 8) | (bytes[at + 1] ?? 0))
    if (found !== undefined) {
      out += plain(bytes.subarray(from, at)) + found
      from = at + 2
    }
    at++
  }
  return from === 0 ? plain(bytes) : out + plain(bytes.subarray(from))
}

let known: Map<number, string> | null = null

/** The table: each row begins at a code; a text gives one character after the other, a number that many in a row. */
function additions(): Map<number, string> {
  if (known !== null) return known
  known = new Map()
  for (const row of added as Row[]) readRow(known, row)
  return known
}

type Row = [string, ...(string | number)[]]

function readRow(into: Map<number, string>, [start, ...runs]: Row): void {
  let code = Number.parseInt(start, 16)
  let last = 0
  for (const run of runs) {
    for (const one of typeof run === 'string' ? characters(run) : after(last, run)) {
      into.set(code++, one)
      last = one.codePointAt(0) ?? 0
    }
  }
}

const after = (last: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => String.fromCodePoint(last + 1 + at))

/** U+0FFF stands before two that are one character (Ê with a mark of its own). */
const characters = (run: string): string[] =>
  (run.match(/\u0fff..|./gsu) ?? []).map((one) => one.replace(/^\u0fff/, ''))
