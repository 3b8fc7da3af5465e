import type { Language } from '@hongyan/contract/errors'

/** Prefixes of answers in the ways that mail programs write them, with their counters (`Re[2]:`). */
const answer = /^\s*(?:re|aw|sv|antw|回复|答复|回覆)\s*(?:\[\d+\]|\(\d+\))?\s*[:：]/i
const forwarded = /^\s*(?:fw|fwd|wg|tr|转发|轉寄)\s*(?:\[\d+\])?\s*[:：]/i

/** `Re:` in both languages: RFC 5322 §3.6.5 knows no other, and threads are found by it. Never doubled. */
export const replySubject = (subject: string): string =>
  answer.test(subject) ? subject.trim() : `Re: ${subject.trim()}`.trim()

export const forwardSubject = (subject: string, language: Language): string =>
  forwarded.test(subject)
    ? subject.trim()
    : `${language === 'zh' ? '转发：' : 'Fw: '}${subject.trim()}`.trim()
