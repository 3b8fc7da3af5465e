import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** What issue 13 names. */
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
]

const rows = readFileSync('docs/attacks.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| (?!attack |-)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, attack = '', file = '', name = '']) => ({ attack, file, name }))

it('issue 13: docs/attacks.md names every attack on a session', () => {
  const missing = named.filter((one) => !rows.some(({ attack }) => attack.startsWith(one)))
  expect(missing).toEqual([])
})

it.each(rows)('issue 13: the test against $attack exists, and is not skipped', ({ file, name }) => {
  const text = readFileSync(file, 'utf8')
  const at = text.indexOf(`'${name}'`)
  expect(at).toBeGreaterThan(0)
  expect(text.slice(Math.max(0, at - 60), at)).not.toMatch(/\.(skip|todo|fails)\(\s*$/)
})
