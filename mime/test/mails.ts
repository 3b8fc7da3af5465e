import iconv from 'iconv-lite'

type Piece = string | Uint8Array

export const HEAD =
  'From: a@b.cn\nTo: c@d.cn\nDate: Fri, 20 Nov 2026 10:00:00 +0800\nMessage-ID: <x@y>\nMIME-Version: 1.0\n'

/** Text in a charset of iconv. */
export function inCharset(text: string, charset: string): Uint8Array {
  return new Uint8Array(iconv.encode(text, charset))
}

/** A raw message: strings are UTF-8 with '\n' made CRLF, bytes stay. */
export function mail(...pieces: Piece[]): Uint8Array {
  return new Uint8Array(
    Buffer.concat(
      pieces.map((piece) =>
        typeof piece === 'string' ? Buffer.from(piece.replace(/\r?\n/g, '\r\n'), 'utf8') : piece,
      ),
    ),
  )
}

/** A message of multipart/mixed: "hello" and one base64 attachment of 4 bytes with these header lines. */
export function mailWithAttachment(header: Piece[], type = 'application/octet-stream'): Uint8Array {
  return mail(
    HEAD,
    'Subject: att\nContent-Type: multipart/mixed; boundary="b1"\n\n--b1\nContent-Type: text/plain; charset=utf-8\n\nhello\n--b1\n',
    `Content-Type: ${type}`,
    ...header,
    '\nContent-Transfer-Encoding: base64\n\nAAECAw==\n--b1--\n',
  )
}

export function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}

/** One "B" encoded-word, made without our own code. */
export function word(text: string, charset: string): string {
  return `=?${charset}?B?${base64(inCharset(text, charset))}?=`
}

export function quotedPrintable(bytes: Uint8Array): string {
  return hex(bytes, '=')
}

export function percent(bytes: Uint8Array): string {
  return hex(bytes, '%')
}

function hex(bytes: Uint8Array, mark: string): string {
  return [...bytes].map((byte) => mark + byte.toString(16).toUpperCase().padStart(2, '0')).join('')
}
