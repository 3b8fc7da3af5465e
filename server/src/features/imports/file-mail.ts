import { messageIdIn } from '@hongyan/mime/head'
import { readHeaders } from '@hongyan/mime/headers'

/** A mail found in a file, with what the file says of its state; or why there is none. */
export type FileMail = FoundMail | { name: string; raw: null; trouble: Trouble }

export interface FoundMail {
  name: string
  raw: Buffer
  seen: boolean
  starred: boolean
  messageId: string | null
}

export type Trouble = 'not-mail' | 'too-large' | 'file' | 'quota'

const maxHead = 256 * 1024

/** What a file said of a mail, and the Message-ID in it; bytes that begin with no header field are no mail. */
export function foundMail({ name, raw, ...marks }: Omit<FoundMail, 'messageId'>): FileMail {
  if (!looksLikeMail(raw)) return { name, raw: null, trouble: 'not-mail' }
  return { name, raw, ...marks, messageId: messageIdOf(raw) }
}

/** RFC 5322 §2.2: a field name is printable ASCII without a colon. */
const looksLikeMail = (raw: Buffer): boolean =>
  /^(?:[!-9;-~]{1,100}[ \t]*:)/.test(raw.toString('latin1', 0, 200))

function messageIdOf(raw: Buffer): string | null {
  const head = raw.subarray(0, maxHead)
  const ends = [head.indexOf('\r\n\r\n'), head.indexOf('\n\n')].filter((at) => at >= 0)
  return messageIdIn(readHeaders(head.subarray(0, Math.min(head.length, ...ends) + 2)))
}
