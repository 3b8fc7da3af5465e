import type { Language } from '@hongyan/contract/errors'
import type { MailFacts } from '../mail/mail-facts.ts'
import type { DraftWish } from '../tickets.ts'
import { type Frame, frames } from './draft-frames.ts'
import type { OwnStyle } from './own-style.ts'

/** The body of a new mail: a letter by type, tone and length around what the gist says. */
export const draftOf = (
  wish: DraftWish,
  language: Language,
  style: OwnStyle | null = null,
): string =>
  letter(wish, language, {
    greeting: greeting(frameOf(wish, language), { language, name: '', style }),
    opening: null,
    style,
  })

/** A subject by what the gist says first. */
export function subjectOf({ gist, requestEmail }: DraftWish, language: Language): string {
  const [first = ''] = pointsOf(gist)
  const [clause = ''] = first.split(/[，,。.!！?？:：]/)
  const about = [...(clause.trim() || first)].slice(0, language === 'zh' ? 24 : 60).join('')
  return subjects[language][requestEmail].replace('{about}', about)
}

const subjects: Record<Language, Record<DraftWish['requestEmail'], string>> = {
  zh: { WORK: '关于{about}', VACATION: '休假申请：{about}', MEETING: '会议通知：{about}' },
  en: { WORK: '{about}', VACATION: 'Leave: {about}', MEETING: 'Meeting: {about}' },
}

interface Answering {
  language: Language
  style?: OwnStyle | null
}

/** The body of an answer: to the writer by name, taking up the subject. */
export function replyOf(
  wish: DraftWish,
  mail: MailFacts,
  { language, style = null }: Answering,
): string {
  const name = /@/.test(mail.senderName) ? '' : mail.senderName.slice(0, 60)
  const subject = mail.subject
    .replace(/^(?:(?:re|fw|fwd|回复|答复|转发)\s{0,3}[:：]\s{0,3}){1,5}/i, '')
    .slice(0, 100)
  const taken: Record<Language, string> = {
    zh: subject === '' ? '来信收悉。' : `关于“${subject}”的来信收悉。`,
    en:
      subject === ''
        ? 'Thank you for your message.'
        : `Thank you for your message about “${subject}”.`,
  }
  const frame = frameOf(wish, language)
  return letter(wish, language, {
    greeting: greeting(frame, { language, name, style }),
    opening: taken[language],
    style,
  })
}

const frameOf = ({ tone }: DraftWish, language: Language): Frame => frames[language][tone]

interface Greeting {
  language: Language
  name: string
  style: OwnStyle | null
}

const greeting = (frame: Frame, { language, name, style }: Greeting): string =>
  name === ''
    ? (style?.anybody ?? frame.anybody)
    : style?.greeting
      ? style.greeting.replace('{name}', () => name)
      : language === 'zh'
        ? `${frame.dear}${name}：`
        : `${frame.dear} ${name},`

function letter(
  wish: DraftWish,
  language: Language,
  {
    greeting: head,
    opening,
    style,
  }: { greeting: string; opening: string | null; style: OwnStyle | null },
): string {
  const frame = frameOf(wish, language)
  const end = style?.closing ?? frame.end
  const kind = frame.kinds[wish.requestEmail]
  const points = pointsOf(wish.gist)
  const body =
    points.length === 1
      ? sentence(points[0] ?? '', language)
      : points.map((one, at) => `${at + 1}. ${sentence(one, language)}`).join('\n')
  const first = opening ?? kind.opening
  const parts = {
    SHORT: [head, `${first}${language === 'en' ? ' ' : ''}${body}`, end],
    MEDIUM: [head, first, body, kind.ask, end],
    LONG: [head, first, kind.reason, body, kind.detail, kind.ask, frame.thanks, end],
  }[wish.size]
  return parts.filter(Boolean).join('\n\n')
}

/** What the gist says, point by point. */
const pointsOf = (gist: string): string[] =>
  gist
    .split(/[\n；;]+/)
    .map((one) => one.replace(/^\s*(?:[-•*]|\d{1,2}[.、)）])\s*/, '').trim())
    .filter(Boolean)
    .slice(0, 12)

function sentence(text: string, language: Language): string {
  const end = /[。！？!?.…]$/.test(text) ? '' : language === 'zh' ? '。' : '.'
  const first = language === 'en' ? text.charAt(0).toUpperCase() + text.slice(1) : text
  return first + end
}
