import PostalMime, { type Email } from 'postal-mime'
import { beforeAll, describe, expect, it } from 'vitest'
import { demoMessages } from './demo-mail.ts'
import { demoOrganisation } from './demo-organisation.ts'
import type { DemoMessage } from './demo-types.ts'

const now = new Date('2026-11-20T07:30:00Z')
const everyKind: [string, (raw: string, mail: Email) => boolean][] = [
  ['a PDF', (_, mail) => hasFile(mail, '.pdf', '%PDF-1.4')],
  ['a Word file', (_, mail) => hasFile(mail, '.docx', 'PK\x03\x04')],
  ['a sheet', (_, mail) => hasFile(mail, '.xlsx', 'PK\x03\x04')],
  ['a ZIP', (_, mail) => hasFile(mail, '.zip', 'PK\x03\x04')],
  ['a picture', (_, mail) => hasFile(mail, '.png', '\x89PNG')],
  ['a CSV', (_, mail) => hasFile(mail, '.csv', '\xef\xbb\xbf')],
  ['a text file', (_, mail) => hasFile(mail, '.txt', '')],
  ['a mail in a mail', (raw) => raw.includes('Content-Type: message/rfc822')],
  ['an inline picture', (raw, mail) => raw.includes('Content-ID:') && /cid:/.test(mail.html ?? '')],
  ['an invitation', (raw) => raw.includes('method=REQUEST')],
  ['a cancellation', (raw) => raw.includes('method=CANCEL')],
  ['a newsletter', (raw) => raw.includes('List-Unsubscribe-Post:')],
  ['a tracking pixel', (_, mail) => /width="1" height="1"/.test(mail.html ?? '')],
  ['a mailing list', (raw) => raw.includes('List-Post:')],
  ['GB18030', (_, mail) => mail.subject === '姓名里的生僻字：于𣲗、李𬭚'],
  ['Big5', (_, mail) => (mail.text ?? '').includes('試算表')],
  ['ISO-2022-JP', (_, mail) => (mail.text ?? '').includes('お見積り')],
  ['right-to-left text', (_, mail) => /[\u0600-\u06ff]/.test(mail.text ?? '')],
  ['format=flowed', (raw) => raw.includes('format=flowed')],
  ['a delivery report', (raw) => raw.includes('report-type=delivery-status')],
  ['an automatic answer', (raw) => raw.includes('Auto-Submitted: auto-replied')],
  ['no subject', (raw) => !/^Subject:/im.test(headOf(raw))],
  ['emoji', (_, mail) => /🎉/u.test(mail.subject ?? '')],
  ['many recipients', (_, mail) => (mail.to?.length ?? 0) > 30],
  ['a false link', (_, mail) => /href="https:\/\/demo\.hongyan\.test\.login/.test(mail.html ?? '')],
  ['plain text only', (raw, mail) => !mail.html && raw.includes('text/plain')],
  ['a GBK file name', (raw) => raw.includes("filename*0*=GBK''")],
]

describe('the demo mail', () => {
  let messages: DemoMessage[] = []
  let mails: Email[] = []

  beforeAll(async () => {
    messages = demoMessages(now)
    mails = await Promise.all(messages.map((message) => PostalMime.parse(message.raw)))
  })

  it('has about 300 messages, none later than now, the newest minutes old', () => {
    expect(messages.length).toBeGreaterThan(280)
    expect(messages.length).toBeLessThan(360)
    const ages = messages.map((message) => now.getTime() - message.sentAt.getTime())
    expect(Math.min(...ages)).toBeGreaterThan(0)
    expect(Math.min(...ages)).toBeLessThan(15 * 60_000)
    expect(Math.max(...ages)).toBeLessThan(95 * 86_400_000)
    expect(Math.max(...ages)).toBeGreaterThan(60 * 86_400_000)
  })

  it('goes only to people of the demo, at least 15 messages to each inbox', () => {
    const owners = new Map(
      demoOrganisation.people.flatMap(({ address, aliases }) =>
        [address, ...aliases].map((one): [string, string] => [one, address]),
      ),
    )
    expect(messages.filter((message) => message.to.length === 0)).toEqual([])
    const all = messages.flatMap((message) => message.to)
    expect(all.filter((to) => !owners.has(to))).toEqual([])
    const inboxes = messages.filter((message) => message.folderRole === undefined)
    const counts = new Map<string, number>()
    for (const to of inboxes.flatMap((message) => message.to)) {
      const owner = owners.get(to) ?? ''
      counts.set(owner, (counts.get(owner) ?? 0) + 1)
    }
    for (const person of demoOrganisation.people) {
      expect(counts.get(person.address) ?? 0, person.address).toBeGreaterThanOrEqual(15)
    }
  })

  it('parses with another parser: From, Date, and no broken character', () => {
    for (const [index, mail] of mails.entries()) {
      const subject = mail.subject ?? ''
      expect(mail.from?.address, subject).toMatch(/@.+\.(test|example)$/)
      const date = new Date(mail.date ?? '')
      expect(Math.abs(date.getTime() - (messages[index]?.sentAt.getTime() ?? 0))).toBeLessThan(1000)
      const hasCharset = /charset|=\?/i.test(headOf(latin(messages[index])))
      if (hasCharset && !isBroken(messages[index])) {
        expect(`${subject}${mail.text ?? ''}`, subject).not.toContain('\ufffd')
      }
    }
  })

  it('leaves no date placeholder in a text', () => {
    const open = mails.filter((mail) =>
      /\{([+-]\d|year|nextYear|month|iso|date)/.test(`${mail.subject} ${mail.text} ${mail.html}`),
    )
    expect(open.map((mail) => mail.subject)).toEqual([])
  })

  it('gives one Message-ID to one text, and to a mailbox only once', () => {
    const texts = new Map<string, string>()
    const copies = new Set<string>()
    for (const [index, message] of messages.entries()) {
      const id = mails[index]?.messageId ?? ''
      expect(id).toMatch(/^<[^<>@\s]+@[^<>@\s]+>$/)
      expect(texts.get(id) ?? latin(message)).toBe(latin(message))
      texts.set(id, latin(message))
      for (const to of message.to) {
        expect(copies.has(`${id} ${to}`), id).toBe(false)
        copies.add(`${id} ${to}`)
      }
    }
  })

  it('has threads whose answers name mails that are there', () => {
    const ids = new Map(mails.map((mail, index) => [mail.messageId ?? '', index]))
    let answers = 0
    let found = 0
    for (const [index, mail] of mails.entries()) {
      if (!mail.inReplyTo) continue
      answers++
      const parent = messages[ids.get(mail.inReplyTo) ?? -1]
      if (!parent) continue
      found++
      expect(parent.sentAt.getTime()).toBeLessThan(messages[index]?.sentAt.getTime() ?? 0)
    }
    expect(answers).toBeGreaterThan(100)
    expect(found).toBe(answers)
  })

  it('is the same for the same moment', () => {
    const again = demoMessages(now)
    expect(again.map(latin)).toEqual(messages.map(latin))
  })

  it('works at any moment of the week', () => {
    for (let hours = 0; hours < 168; hours += 53) {
      const moment = new Date(now.getTime() + hours * 3_600_000)
      const late = demoMessages(moment).filter((message) => message.sentAt >= moment)
      expect(late).toEqual([])
    }
  })

  it('uses CRLF only, and one line alone is longer than 998 octets', () => {
    const long: string[] = []
    for (const message of messages) {
      const text = latin(message)
      expect(/[^\r]\n|\r[^\n]/.test(text)).toBe(false)
      expect(text.endsWith('\r\n')).toBe(true)
      const lines = text.split('\r\n').filter((line) => line.length > 998)
      if (lines.length > 0) long.push(/^Subject: (.*)$/m.exec(text)?.[1]?.trim() ?? '')
    }
    expect(long).toEqual(['Nightly staff export (one long line)'])
  })

  it.each(everyKind)('contains %s', (_, holds) => {
    const count = mails.filter((mail, index) => holds(latin(messages[index]), mail)).length
    expect(count).toBeGreaterThan(0)
  })

  it('contains raw GBK in a header that declares nothing', () => {
    const subject = Buffer.from('b9d8d3dad0f8d4bcbcdbb8f1', 'hex').toString('latin1')
    const raw = messages.map(latin).find((text) => text.includes(`Subject: ${subject}`))
    expect(raw).toBeDefined()
    expect(raw).not.toContain('charset')
  })

  it('contains encoded words that end in the middle of a GBK character', () => {
    const raw = messages
      .map(latin)
      .find((text) => text.includes('OldMail') || text.includes("GBK''"))
    expect(raw).toBeDefined()
    const words = messages.map(latin).flatMap((text) => text.match(/=\?gb2312\?B\?[^?]+\?=/g) ?? [])
    const odd = words.filter((word) => Buffer.from(word.slice(11, -2), 'base64').length % 2 === 1)
    expect(odd.length).toBeGreaterThan(0)
  })
})

function latin(message: DemoMessage | undefined): string {
  return Buffer.from(message?.raw ?? []).toString('latin1')
}

function headOf(raw: string): string {
  return raw.split('\r\n\r\n')[0] ?? ''
}

/** The mails that are broken on purpose may show replacement characters in a plain parser. */
function isBroken(message: DemoMessage | undefined): boolean {
  const raw = latin(message)
  return /caiwu@haiyang|x-unknown|OldMail/.test(raw)
}

function hasFile(mail: Email, ending: string, magic: string): boolean {
  return mail.attachments.some((file) => {
    if (!file.filename?.endsWith(ending) || typeof file.content === 'string') return false
    return Buffer.from(file.content as ArrayBuffer)
      .toString('latin1')
      .startsWith(magic)
  })
}
