import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { messageFixtures } from '../test/fixtures.ts'
import { readContent } from './content.ts'
import { parseMessage } from './parse.ts'

/** Where postal-mime 4.0.0 is known to show something else, and why we do not follow. */
const otherText = new Map(
  Object.entries({
    'charset of the body not known to it (utf-7) or none declared': [
      'mail-parser/legacy/001.eml',
      'mail-parser/legacy/005.eml',
      'mail-parser/legacy/033.eml',
      'mail-parser/legacy/034.eml',
      'mail-parser/legacy/052.eml',
      'mail-parser/thirdparty/002.eml',
      'mail-parser/thirdparty/005.eml',
      'mikel-mail/attachment_emails_attachment_pdf_non_ascii.eml',
      'mikel-mail/attachment_emails_attachment_pdf_non_ascii_lf.eml',
      'mikel-mail/plain_emails_raw_email10.eml',
      'mikel-mail/plain_emails_raw_email6.eml',
    ],
    'text files put into the body': [
      'mail-parser/legacy/030.eml',
      'mail-parser/legacy/042.eml',
      'mail-parser/legacy/047.eml',
    ],
    'attached messages put into the body': [
      'mail-parser/rfc/000.eml',
      'mail-parser/rfc/002.eml',
      'mail-parser/rfc/004.eml',
      'mail-parser/rfc/007.eml',
      'mail-parser/rfc/009.eml',
      'mail-parser/thirdparty/007.eml',
      'mail-parser/thirdparty/008.eml',
      'mail-parser/thirdparty/012.eml',
      'mikel-mail/attachment_emails_attachment_message_rfc822.eml',
      'mimekit/messages/disposition-notification.anonymized.eml',
    ],
    'all plain versions of an alternative shown, not the last': [
      'mail-parser/thirdparty/000.eml',
      'mail-parser/thirdparty/001.eml',
    ],
  }).flatMap(([reason, names]) => names.map((name) => [name, reason])),
)
/** Raw 8-bit and UTF-7 subjects come out broken there. */
const isGarbled = (subject: string | undefined): boolean =>
  /\ufffd|ï¿½|\+A[A-Z0-9]{2}-/.test(subject ?? '')

const bare = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, '')

describe('another parser reads the same', () => {
  it.each(messageFixtures())('$name', async ({ name, raw }) => {
    const other = await PostalMime.parse(raw)
    const parsed = parseMessage(raw)
    const content = readContent(raw, parsed)
    if (!isGarbled(other.subject)) expect(bare(parsed.envelope.subject)).toBe(bare(other.subject))
    expect(parsed.envelope.messageId ?? '').toBe((other.messageId ?? '').replace(/[<>\s]/g, ''))
    if (!otherText.has(name)) expect(bare(content.text)).toBe(bare(other.text))
  })
})
