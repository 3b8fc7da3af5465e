import type MimeNode from 'nodemailer/lib/mime-node'

/** Longest piece of a name in a line (RFC 5322 §2.1.1 wants lines of 78). */
const maxPiece = 56

/** Writes the names of the files of a mail, all parts of it, so that more programs read them. */
export function writeFileNames(node: MimeNode): void {
  const { filename } = node
  if (filename !== undefined && !isPlain(filename)) {
    const [disposition = 'attachment'] = String(node.getHeader('Content-Disposition')).split(';')
    node.setHeader('Content-Disposition', {
      prepared: true,
      foldLines: true,
      value: [disposition, ...nameParameters(filename)].join('; '),
    })
  }
  for (const child of node.childNodes) writeFileNames(child)
}

/** A name that goes into one line as it is: `filename="a.pdf"`. */
const isPlain = (name: string): boolean => /^[\x20-\x7e]{1,60}$/.test(name)

/**
 * A name as RFC 2231 has it, in pieces when it is long. Every piece is percent-encoded: there are programs (Roundcube
 * 1.6) that cut a quoted piece at its semicolon, and decode a percent sign in it.
 */
export function nameParameters(name: string): string[] {
  const pieces: string[] = []
  let piece = "utf-8''"
  for (const character of name) {
    const next = percentEncoded(character)
    if (piece.length + next.length > maxPiece) {
      pieces.push(piece)
      piece = ''
    }
    piece += next
  }
  pieces.push(piece)
  return pieces.length === 1
    ? [`filename*=${piece}`]
    : pieces.map((one, index) => `filename*${index}*=${one}`)
}

const percentEncoded = (character: string): string =>
  /^[\w.-]$/.test(character)
    ? character
    : Buffer.from(character).toString('hex').toUpperCase().replace(/../g, '%$&')
