import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** What issues 13 and 14 name. */
const named = [
  'session fixation',
  'replay of an old refresh token',
  'stolen access token after logout',
  'open redirect through `redirect`',
  'CSRF',
  'cross-tab logout',
  'locked-session bypass over HTTP and in a second process',
  'locked-session bypass over WebSocket',
  'brute force',
  'captcha replay',
  'reset-code guessing',
  'user enumeration by text',
  'user enumeration by time',
  'OIDC mix-up and nonce replay',
  'LDAP injection',
  ...['STARTTLS injection', 'login guessing'].flatMap((one) =>
    ['IMAP', 'POP3', 'submission'].map((door) => `${one} by ${door}`),
  ),
  'a slow reader with a full buffer, by IMAP',
  'a slow reader with a full buffer, by POP3',
  'a slow reader with a full buffer, by SMTP',
  'random and mutated lines at all three doors',
  'literal flood',
  'nested parentheses, 100,000-long sequence sets',
]

const rows = readFileSync('docs/attacks.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| (?!attack |-)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, attack = '', file = '', name = '']) => ({ attack, file, name }))

it('issues 13 and 14: docs/attacks.md names every attack on a session and on the doors of programs', () => {
  const missing = named.filter((one) => !rows.some(({ attack }) => attack.startsWith(one)))
  expect(missing).toEqual([])
})

it.each(rows)(
  'issues 13 and 14: the test against $attack exists, and is not skipped',
  ({ file, name }) => {
    const text = readFileSync(file, 'utf8')
    const at = text.indexOf(`'${name}'`)
    expect(at).toBeGreaterThan(0)
    expect(text.slice(Math.max(0, at - 60), at)).not.toMatch(/\.(skip|todo|fails)\(\s*$/)
  },
)
