import { decodeCharset } from '@hongyan/mime/charset/charset'

/** Text of RTF, hidden or not: letters by code page (`\'c3`) or by number (`\u26426?`), no control words. Linear. */
export function rtfText(rtf: string): string {
  const marked = rtf
    .replace(/(?:\\'[0-9a-f]{2})+/gi, (codes) =>
      decodeCharset(Buffer.from(codes.replaceAll("\\'", ''), 'hex'), null),
    )
    .replace(/\\u(-?\d{1,6}) ?\??/g, (_, code) => String.fromCharCode(Number(code) & 0xffff))
  return marked
    .replace(/\\(?:par|line|tab|cell|row)\b ?/g, '\n')
    .replace(/\\[a-z]{1,32}-?\d{0,10} ?|\\[^a-z]|[{}\r\n]/gi, '')
}
