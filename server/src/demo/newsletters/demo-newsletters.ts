import { daysAgo, fillDates, OFFICE_ZONE, referenceNumber } from '../demo-clock.ts'
import { pdfFile, pngFile } from '../demo-files.ts'
import type { DemoFile, Mailbox } from '../demo-mime.ts'
import { writeMail } from '../demo-mime.ts'
import { demoOrganisation } from '../demo-organisation.ts'
import { bannerPicture, ticketPicture } from '../demo-pictures.ts'
import { isRead, messageId } from '../demo-thread-builder.ts'
import type { DemoMessage } from '../demo-types.ts'
import { demoBrands } from './demo-brands.ts'
import { type Brand, type Issue, newsletterHtml, newsletterText } from './demo-newsletter-layout.ts'
import { newslettersEn } from './demo-newsletters-en.ts'
import { newslettersZh, type PlannedIssue } from './demo-newsletters-zh.ts'

/** Bulk mail: one copy per reader, as mailing tools send it. */
export function newsletterMessages(now: Date): DemoMessage[] {
  return [...newslettersZh, ...newslettersEn].flatMap((issue, index) => {
    const files = extraFiles(issue, demoBrands[issue.brand], index)
    return issue.to.map((reader) => writeIssue(issue, { reader, now, index, files }))
  })
}

interface Copy {
  reader: string
  now: Date
  index: number
  files: DemoFile[]
}

function writeIssue(plan: PlannedIssue, { reader, now, index, files }: Copy): DemoMessage {
  const brand: Brand = demoBrands[plan.brand]
  const sentAt = new Date(daysAgo(now, plan.days, plan.time).getTime() + reader.length * 1700)
  const to = `${reader}@${demoOrganisation.domain}`
  const reference = referenceNumber(index * 97 + reader.length)
  const issue = fillIssue(plan, (text) => fillDates(text, sentAt))
  const bounce = `bounce+${reference.toLowerCase()}@mail.${brand.host}`
  const raw = writeMail({
    from: { name: brand.name, address: brand.address },
    to: [readerMailbox(to, brand.language)],
    subject: issue.subject,
    sentAt,
    zone: brand.language === 'zh' ? OFFICE_ZONE : 0,
    messageId: messageId(`issue-${index}-${reader}`, brand.address),
    headers: bulkHeaders(brand, reference),
    text: newsletterText(brand, issue, reference),
    html: newsletterHtml(brand, issue, reference),
    files,
    encoding: brand.language === 'zh' ? 'base64' : 'quoted-printable',
  })
  return { from: bounce, to: [to], raw, sentAt, seen: isRead(sentAt, now) }
}

function fillIssue(plan: PlannedIssue, fill: (text: string) => string): Issue {
  const issue: Issue = { ...plan, subject: fill(plan.subject), intro: fill(plan.intro) }
  if (plan.rows) {
    issue.rows = plan.rows.map(([label, value]) => {
      // Label and value on one line, so that the date follows the language of the label.
      const [, filled = value] = fill(`${label}\t${value}`).split('\t')
      return [label, filled]
    })
  }
  if (plan.extra === 'banner') issue.heroCid = 'hero@letter'
  if (plan.extra === 'ticket') issue.codeCid = 'code@letter'
  return issue
}

function bulkHeaders(brand: Brand, reference: string): string[] {
  if (!brand.listId) return ['Auto-Submitted: auto-generated', `X-Reference: ${reference}`]
  return [
    `List-Id: <${brand.listId}>`,
    `List-Unsubscribe: <https://www.${brand.host}/u/${reference}>,\r\n <mailto:leave+${reference}@${brand.host}>`,
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    'Precedence: bulk',
    `Feedback-ID: ${reference}:news:${brand.host}`,
  ]
}

function extraFiles(plan: PlannedIssue, brand: Brand, index: number): DemoFile[] {
  if (plan.extra === 'banner') {
    const [red, green, blue] = channels(brand.colour)
    const picture = bannerPicture([red, green, blue], [red + 90, green + 110, blue + 60])
    return [pngFile('banner.png', picture, 'hero@letter')]
  }
  if (plan.extra === 'ticket') {
    return [pngFile('boarding-code.png', ticketPicture((index + 1) * 7919), 'code@letter')]
  }
  if (plan.extra !== 'invoice') return []
  const rows = (plan.rows ?? []).map(([label, value]) => `${label}: ${value}`)
  const lines = [
    `# ${plan.headline}`,
    'Nimbusry Cloud Services',
    ...rows,
    'Sample for a demo, not a tax document.',
  ]
  return [pdfFile(`${plan.headline.replace(' ', '-')}.pdf`, lines)]
}

function channels(colour: string): [number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

function readerMailbox(address: string, language: 'zh' | 'en'): Mailbox {
  const person = demoOrganisation.people.find((one) => one.address === address)
  return { name: person?.name[language] ?? '', address }
}
