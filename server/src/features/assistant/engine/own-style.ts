import type { Language } from '@hongyan/contract/errors'

/** How somebody writes, in features alone: none of his sentences is in it. */
export interface OwnStyle {
  /** Forms with a place for the name (`{name}`); null where none is usual. */
  greeting: string | null
  /** Where nobody is named. */
  anybody: string | null
  closing: string | null
  length: 'short' | 'medium' | 'long'
  isFormal: boolean
}

/** Fewer mails than these say nothing of a habit. */
const least = 3

interface Form {
  form: string
  pattern: RegExp
}

/** Forms that are known; anything else is nobody's habit. A greeting is a short line of its own. */
const greetings: Record<Language, readonly Form[]> = {
  zh: [
    { form: '尊敬的{name}：', pattern: /^尊敬的.{1,16}[：:，,！!]/ },
    { form: '亲爱的{name}：', pattern: /^亲爱的.{1,16}[：:，,！!]/ },
    { form: '{name}，您好！', pattern: /^.{1,12}[，, ]?您好[！!：:，,。]?$/ },
    { form: '{name}，你好！', pattern: /^.{1,12}[，, ]?你好[呀啊]?[！!：:，,。]?$/ },
    { form: '{name}：', pattern: /^.{1,12}[：:]$/ },
  ],
  en: [
    { form: 'Dear {name},', pattern: /^dear .{1,40}[,:!]$/i },
    { form: 'Hi {name},', pattern: /^hi .{1,40}[,:!]$/i },
    { form: 'Hello {name},', pattern: /^hello .{1,40}[,:!]$/i },
    { form: 'Hey {name},', pattern: /^hey .{1,40}[,:!]$/i },
    { form: 'Good morning {name},', pattern: /^good morning .{1,40}[,:!]$/i },
  ],
}
const openings: Record<Language, readonly Form[]> = {
  zh: [
    { form: '您好！', pattern: /^您好[！!：:，,。]?$/ },
    { form: '你好！', pattern: /^你好[呀啊]?[！!：:，,。]?$/ },
    { form: '各位好：', pattern: /^(?:各位|大家)好?[！!：:，,。]?$/ },
  ],
  en: [
    { form: 'Hi,', pattern: /^hi(?: there| all)?[,:!]$/i },
    { form: 'Hello,', pattern: /^hello(?: there| all)?[,:!]$/i },
    { form: 'Good morning,', pattern: /^good morning[,:!]$/i },
  ],
}
const closings: Record<Language, readonly Form[]> = {
  zh: [
    { form: '此致\n敬礼！', pattern: /^(?:此致[\s，,]{0,3}敬礼|敬礼)[！!。]?$/ },
    { form: '顺祝商祺！', pattern: /^顺祝商祺[！!。]?$/ },
    { form: '祝好！', pattern: /^祝好[！!。~]?$/ },
    { form: '祝工作顺利！', pattern: /^祝(?:您|你)?工作(?:顺利|愉快)[！!。]?$/ },
    { form: '谢谢！', pattern: /^(?:多?谢谢?|感谢)(?:您|你|了)?[！!。]?$/ },
  ],
  en: [
    { form: 'Best regards,', pattern: /^best regards[,.!]?$/i },
    { form: 'Kind regards,', pattern: /^kind regards[,.!]?$/i },
    { form: 'Regards,', pattern: /^regards[,.!]?$/i },
    { form: 'Best,', pattern: /^best[,.!]?$/i },
    { form: 'Thanks,', pattern: /^(?:many )?thanks(?: a lot)?[,.!]?$/i },
    { form: 'Cheers,', pattern: /^cheers[,.!]?$/i },
    { form: 'Yours sincerely,', pattern: /^(?:yours )?sincerely(?: yours)?[,.!]?$/i },
  ],
}

/** Habits in texts that somebody wrote. @param texts without what they quote. @returns null where there are too few to say */
export function styleOf(texts: readonly string[], language: Language): OwnStyle | null {
  const own = texts.filter((one) => languageOf(one) === language)
  if (own.length < least) return null
  const lines = own.map((one) =>
    one
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  )
  const first = lines.map((all) => all[0] ?? '')
  const last = lines.map((all) => all.slice(-5))
  const lengths = own.map((one) => one.length).toSorted((a, b) => a - b)
  const [short, medium] = language === 'zh' ? [90, 260] : [300, 900]
  const median = lengths[Math.floor(lengths.length / 2)] ?? 0
  return {
    greeting: usual(
      greetings[language],
      first.map((one) => [one]),
    ),
    anybody: usual(
      openings[language],
      first.map((one) => [one]),
    ),
    closing: usual(closings[language], last),
    length: median < short ? 'short' : median < medium ? 'medium' : 'long',
    isFormal: isFormal(own, language),
  }
}

/** The form that most of those that have one have, where it is a habit: in a third of them at least. */
function usual(forms: readonly Form[], mails: readonly (readonly string[])[]): string | null {
  const counts = forms.map(({ form, pattern }) => ({
    form,
    count: mails.filter((lines) => lines.some((line) => line.length < 60 && pattern.test(line)))
      .length,
  }))
  const [best] = counts.toSorted((a, b) => b.count - a.count)
  return best && best.count >= 2 && best.count * 3 >= mails.length ? best.form : null
}

function isFormal(own: readonly string[], language: Language): boolean {
  const all = own.join('\n')
  const count = (pattern: RegExp): number => all.match(pattern)?.length ?? 0
  return language === 'zh'
    ? count(/您/g) >= count(/你/g)
    : count(/\b\w{1,12}'(?:s|re|ll|ve|m|d|t)\b|\bhey\b|\bcheers\b/gi) <= own.length
}

/** What most of a text is written in. */
function languageOf(text: string): Language {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  const words = text.match(/[a-z]{2,30}/gi)?.length ?? 0
  return han > words ? 'zh' : 'en'
}

/** What a model is told of it: forms and features from the lists above, and nothing that stood in a mail. */
export function inWords({ greeting, closing, length, isFormal: formal }: OwnStyle): string {
  const parts = [
    greeting === null ? '' : `usually begins with "${greeting}"`,
    closing === null ? '' : `usually ends with "${closing.replace('\n', ' ')}"`,
    `writes ${length} mails`,
    formal ? 'is formal with others' : 'is informal with others',
  ]
  return `The writer ${parts.filter(Boolean).join(', ')}. Keep to that where it fits; {name} is the name of who is written to.`
}
