import { numberSecrets, type SecretSpan } from './secret-numbers.ts'

/** What becomes of secrets in text that goes to a model. */
export type SecretPolicy = 'allow' | 'mask' | 'block'

/** Names of passwords and codes, what stands between them and what they are, and that. Bounded: linear on any text (T35). */
const kinds: readonly (readonly [name: string, pattern: RegExp])[] = [
  [
    'private key',
    /-----BEGIN [A-Z\d ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?:(?:[^-]|-[^-]){0,20000}-----END [A-Z\d ]{0,30}PRIVATE KEY(?: BLOCK)?-----|(?:\s{1,5}(?:(?:Proc-Type|DEK-Info|Comment|Version|Charset): [^\r\n]{1,200}|[A-Za-z\d+/=]{16,2000})){0,2000})/g,
  ],
  [
    'token',
    /(?<![\w-])(?:sk-[\w-]{16,200}|gh[pousr]_\w{20,200}|github_pat_\w{20,200}|glpat-[\w-]{20,200}|AIza[\w-]{35}|(?:AKIA|ASIA)[A-Z\d]{16}|LTAI[A-Za-z\d]{12,40}|AKID[A-Za-z\d]{13,40}|xox[abp]-[\w-]{10,200}|eyJ[\w-]{10,2000}\.[\w-]{10,2000}\.[\w-]{10,2000})/g,
  ],
  [
    'password',
    /(?:密码|口令|密钥|验证码|校验码|动态码|password|passcode|passphrase|passwd|pwd|(?:verification|security|one-time) code|(?:api|access|secret) key)\s{0,5}(?:(?:是|为|is)?\s{0,5}[:：=＝]|是|为|is)\s{0,5}[^\s，。,;；]{4,80}/gi,
  ],
  [
    'password',
    /(?:验证码|校验码|动态码|(?:verification|security|one-time) code|\bOTP|\bPIN)[^\p{L}\p{N}\n]{0,5}\p{Nd}{4,8}(?!\p{Nd})/giu,
  ],
  [
    'password',
    /(?<!\p{Nd})\p{Nd}{4,8}(?=\s{0,3}(?:是|为|is)\s{0,3}(?:您|你|your)[^\n]{0,40}?(?:验证码|校验码|动态码|code))/giu,
  ],
]

interface Hidden {
  text: string
  found: number
  /** Puts back into an answer what stood there: each at its kind's mark, in their order. */
  restore(answer: string): string
}

/** Text without secrets: each gives way to its kind in brackets. */
export function hideSecrets(text: string, policy: SecretPolicy): Hidden {
  const taken: { mark: string; one: string }[] = []
  let shown = ''
  let end = 0
  for (const { from, to, name } of policy === 'allow' ? [] : spansIn(text)) {
    const mark = `[${name} hidden]`
    taken.push({ mark, one: text.slice(from, to) })
    shown += text.slice(end, from) + mark
    end = to
  }
  const restore = (answer: string): string =>
    taken.reduce((now, { mark, one }) => now.replace(mark, () => one), answer)
  return { text: shown + text.slice(end), found: taken.length, restore }
}

/** How many passwords, codes and keys stand in a text. */
export const countSecrets = (text: string): number => apart(wordedIn(text)).length

/** In their order, none in another: of two that overlap the first one goes as far as both. */
const spansIn = (text: string): SecretSpan[] => apart([...wordedIn(text), ...numberSecrets(text)])

const wordedIn = (text: string): SecretSpan[] =>
  kinds.flatMap(([name, pattern]) =>
    [...text.matchAll(pattern)].map(({ 0: one, index }) => ({
      from: index,
      to: index + one.length,
      name,
    })),
  )

function apart(spans: SecretSpan[]): SecretSpan[] {
  const all = spans.sort((one, other) => one.from - other.from || other.to - one.to)
  const alone: SecretSpan[] = []
  for (const one of all) {
    const last = alone.at(-1)
    if (last && one.from < last.to) last.to = Math.max(last.to, one.to)
    else alone.push({ ...one })
  }
  return alone
}
