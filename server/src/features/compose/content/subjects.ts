import type { Language } from '@hongyan/contract/errors'

/** Prefixes of answers in the ways that mail programs write them, with their counters (`Re[2]:`). */
const answer = /^\s*(?:re|aw|sv|antw|回复|答复|回覆)(?:\s*(?:\[\d+\]|\(\d+\)))?\s*[:：]/i
const forwarded = /^\s*(?:fw|fwd|wg|tr|转发|轉寄)(?:\s*\[\d+\])?\s*[:：]/i

/** How the user wants prefixes written (READ-05). */
export type SubjectPrefix = 'auto' | 'zh' | 'en'

/** `Re:` unless the user wants Chinese: RFC 5322 §3.6.5 knows no other, and threads are found by it. Never doubled. */
export const replySubject = (subject: string, prefix: SubjectPrefix = 'auto'): string =>
  answer.test(subject)
    ? subject.trim()
    : `${prefix === 'zh' ? '回复：' : 'Re: '}${subject.trim()}`.trim()

export const forwardSubject = (subject: string, language: Language): string =>
  forwarded.test(subject)
    ? subject.trim()
    : `${language === 'zh' ? '转发：' : 'Fw: '}${subject.trim()}`.trim()
