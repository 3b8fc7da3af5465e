const cr = 0x0d
const lf = 0x0a
/** RFC 5322 §2.1.1, without the line end. */
const maxLine = 998

/**
 * What is wrong with the bytes of a mail that is to leave, or null. A bare CR or LF is what SMTP smuggling is
 * made of (T25, CVE-2023-51764): receivers disagree on where the mail ends. Longer lines are cut by some
 * servers, which breaks the signature.
 */
export function flawOf(raw: Buffer): string | null {
  for (let start = 0; start < raw.length; ) {
    const end = raw.indexOf(lf, start)
    if (end < 0) return flawOfLine(raw.subarray(start)) ?? 'no line end at its end'
    if (end === start || raw[end - 1] !== cr) return 'a bare LF'
    const flaw = flawOfLine(raw.subarray(start, end - 1))
    if (flaw) return flaw
    start = end + 1
  }
  return null
}

function flawOfLine(line: Buffer): string | null {
  if (line.includes(cr)) return 'a bare CR'
  if (line.includes(0)) return 'a NUL'
  return line.length > maxLine ? 'a line of more than 998 bytes' : null
}

/** True when every byte is US-ASCII: no transport extension is needed. */
export const isSevenBit = (raw: Buffer): boolean => {
  for (const byte of raw) if (byte > 0x7f) return false
  return true
}

/** Text with CRLF as its only line end. */
export function withCrlf(raw: Buffer): Buffer {
  if (flawOf(raw) === null) return raw
  const text = raw.toString('latin1').replace(/\r\n|\r|\n/g, '\r\n')
  return Buffer.from(text.endsWith('\r\n') ? text : `${text}\r\n`, 'latin1')
}

/** What is looked at of the header of a mail that others wrote: the search for its end costs the loop no more than that. */
const mostHeader = 1024 * 1024

/** The fields of any mail; of one whose header does not end, its beginning. */
export const fieldsOf = (raw: Buffer): Buffer => headerBlock(raw.subarray(0, mostHeader))

/** The header block with its last line end, without the empty line. */
export function headerBlock(raw: Buffer): Buffer {
  const end = raw.indexOf('\r\n\r\n')
  return end < 0 ? raw : raw.subarray(0, end + 2)
}
