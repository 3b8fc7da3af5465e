import { encodeXText } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { RecipientWishes } from './report-wishes.ts'

/** The library has one wish for all recipients of a mail; each has its own here (RFC 3461 §4.1, §4.2). */
export class WishingConnection extends SMTPConnection {
  wishes: ReadonlyMap<string, RecipientWishes> = new Map()

  /** Asked by the library right behind the address, which is then the last one of its queue. */
  _getDsnRcptToArgs(): string {
    const { _recipientQueue: queue, _supportedExtensions: extensions } = this as unknown as {
      _recipientQueue: string[]
      _supportedExtensions: string[]
    }
    const { notify = null, orcpt = null } = this.wishes.get(queue.at(-1) ?? '') ?? {}
    if (!extensions.includes('DSN')) return ''
    return `${notify ? ` NOTIFY=${notify}` : ''}${orcpt ? ` ORCPT=${written(orcpt)}` : ''}`
  }
}

/** The type stays as it is, the address is xtext (RFC 3461 §4.2). */
const written = (orcpt: string): string => {
  const at = orcpt.indexOf(';') + 1
  return orcpt.slice(0, at) + encodeXText(orcpt.slice(at))
}
