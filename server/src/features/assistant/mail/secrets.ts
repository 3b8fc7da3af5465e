/** What becomes of secrets in text that goes to a model. */
export type SecretPolicy = 'allow' | 'mask' | 'block'

interface Kind {
  name: string
  pattern: RegExp
  is?(found: string): boolean
}

/** Digits, also with spaces or hyphens between groups. Bounded: linear on any text (T35). */
const kinds: readonly Kind[] = [
  {
    name: 'private key',
    pattern:
      /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]{0,8000}(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?/g,
  },
  {
    name: 'token',
    pattern:
      /(?<![\w-])(?:sk-[\w-]{16,200}|gh[pousr]_\w{20,200}|AKIA[A-Z0-9]{16}|xox[abp]-[\w-]{10,200}|eyJ[\w-]{10,2000}\.[\w-]{10,2000}\.[\w-]{10,2000})/g,
  },
  {
    name: 'identity card',
    pattern: /(?<!\d)\d{6}(?:18|19|20)\d{9}[\dXx](?!\d)/g,
    is: isIdentityCard,
  },
  { name: 'bank card', pattern: /(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/g, is: isCard },
  {
    name: 'password',
    pattern:
      /(?:密码|口令|验证码|password|passcode|passwd|pwd)\s{0,5}(?:[:：=]|是|为|is)\s{0,5}[^\s，。,;；]{4,80}/gi,
  },
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
  let shown = text
  if (policy !== 'allow')
    for (const { name, pattern, is } of kinds)
      shown = shown.replace(pattern, (one) => {
        if (is && !is(one)) return one
        const mark = `[${name} hidden]`
        taken.push({ mark, one })
        return mark
      })
  const restore = (answer: string): string =>
    taken.reduce((now, { mark, one }) => now.replace(mark, () => one), answer)
  return { text: shown, found: taken.length, restore }
}

/** GB 11643-1999: the last place is a check over the others. */
function isIdentityCard(text: string): boolean {
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
  const sum = weights.reduce((all, weight, at) => all + weight * Number(text[at]), 0)
  return '10X98765432'[sum % 11] === text[17]?.toUpperCase()
}

/** ISO/IEC 7812-1: Luhn. */
function isCard(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  if (/^(\d)\1+$/.test(digits)) return false
  const sum = [...digits].reverse().reduce((all, digit, at) => {
    const value = at % 2 === 0 ? Number(digit) : Number(digit) * 2
    return all + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
