/** One piece of the body; both set if they are versions of the same. */
export type BodyPiece = { text: string | null; html: string | null }

/** All pieces as HTML if any is HTML, null otherwise; plain ones are escaped and keep their lines. */
export function joinHtml(pieces: BodyPiece[]): string | null {
  if (pieces.every(({ html }) => html === null)) return null
  return pieces.map(({ text, html }) => html ?? escapeText(text ?? '')).join('\n')
}

/** All pieces as plain text if any has one, null otherwise. */
export function joinText(pieces: BodyPiece[], toText: (html: string) => string): string | null {
  if (pieces.every(({ text }) => text === null)) return null
  return pieces.map(({ text, html }) => text ?? toText(html ?? '')).join('\n')
}

function escapeText(text: string): string {
  const escaped = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
  return `<div style="white-space:pre-wrap">${escaped}</div>`
}
