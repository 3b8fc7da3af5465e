/** So much of a message is looked at for its header. */
const mostHeader = 64 * 1024

/**
 * When a message came to its mailbox by its first Received field (RFC 5321 §4.4), else when it was written. Null where
 * its header tells neither.
 */
export function writtenAt(raw: Buffer): Date | null {
  const text = raw.toString('latin1', 0, mostHeader)
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length
  const head = text.slice(0, end).replace(/\r?\n[ \t]/g, ' ')
  const received = /^Received:(.{0,4000})$/im.exec(head)?.[1] ?? ''
  return (
    momentOf(received.slice(received.lastIndexOf(';') + 1)) ??
    momentOf(/^Date:(.{0,200})$/im.exec(head)?.[1] ?? '')
  )
}

function momentOf(said: string): Date | null {
  const at = new Date(said.replace(/\([^()]{0,100}\)/g, '').trim())
  return Number.isNaN(at.getTime()) || at.getTime() < 0 ? null : at
}
