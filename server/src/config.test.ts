import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isLoopback, readConfig } from './config.ts'
import { ConfigError } from './config-values.ts'
import { variables } from './config-variables.ts'

it('starts with everything on loopback and the documented ports', () => {
  expect(readConfig({})).toMatchObject({
    httpPort: 8080,
    smtpPort: 2525,
    lmtpPort: null,
    imapPort: 1143,
    imapsPort: 1993,
    pop3Port: 1110,
    pop3sPort: 1995,
    submissionPort: 1587,
    submissionsPort: 1465,
    bind: '127.0.0.1',
    origin: 'http://localhost:8080',
    roles: ['web', 'smtp', 'imap', 'pop3', 'worker'],
    demo: true,
    relay: null,
    s3: null,
  })
})

it.each([
  [
    { HONGYAN_HTTP_PROT: '1' },
    /HONGYAN_HTTP_PROT is not a variable.*did you mean HONGYAN_HTTP_PORT\?/,
  ],
  [{ HONGYAN_WHATEVER_ELSE: '1' }, /HONGYAN_WHATEVER_ELSE is not a variable/],
  [{ HONGYAN_HTTP_PORT: '80a' }, /HONGYAN_HTTP_PORT must be a port number/],
  [{ HONGYAN_SMTP_PORT: '65536' }, /HONGYAN_SMTP_PORT must be a port number/],
  [{ HONGYAN_DEMO: 'yes' }, /HONGYAN_DEMO must be on or off/],
  [{ HONGYAN_ROLES: 'web,pop4' }, /HONGYAN_ROLES must be a list/],
  [{ HONGYAN_ORIGIN: 'mail.example.org' }, /HONGYAN_ORIGIN must be/],
  [{ HONGYAN_ORIGIN: 'https://mail.example.org/path' }, /HONGYAN_ORIGIN must be an origin/],
  [{ HONGYAN_LOGOUT_LINK: 'javascript:alert(1)' }, /HONGYAN_LOGOUT_LINK must be the address of a/],
  [{ HONGYAN_ARCHIVE_LINK: 'https://a:b@x.test' }, /HONGYAN_ARCHIVE_LINK must be the address of a/],
  [{ HONGYAN_CLIENT_LINK: 'file:///etc' }, /HONGYAN_CLIENT_LINK must be the address of a/],
  [{ HONGYAN_GATEWAY_LINK: 'no' }, /HONGYAN_GATEWAY_LINK must be a URL/],
  [{ HONGYAN_S3_ENDPOINT: 'http://127.0.0.1:9000' }, /HONGYAN_S3_KEY is needed/],
  [{ HONGYAN_TLS_KEY: '/key.pem' }, /HONGYAN_TLS_CERT is needed/],
  [{ HONGYAN_LDAP_URL: 'http://x.test' }, /HONGYAN_LDAP_URL must be a list of ldap:/],
  [{ HONGYAN_LDAP_URL: 'ldaps://a:b@x.test' }, /HONGYAN_LDAP_URL must be a list of ldap:/],
  [{ HONGYAN_LDAP_URL: 'ldaps://x.test' }, /HONGYAN_LDAP_USER or HONGYAN_LDAP_BIND is needed/],
  [
    { HONGYAN_LDAP_URL: 'ldaps://x.test', HONGYAN_LDAP_BIND: 'uid={name},dc=x' },
    /HONGYAN_LDAP_BASE is needed/,
  ],
  [
    { HONGYAN_LDAP_URL: 'ldaps://x.test', HONGYAN_LDAP_USER: 'cn=x', HONGYAN_LDAP_BASE: 'dc=x' },
    /HONGYAN_LDAP_PASSWORD is needed/,
  ],
  [{ HONGYAN_LDAP_FILTER: '(uid={user})' }, /HONGYAN_LDAP_FILTER knows \{name\} and \{address\}/],
  [{ HONGYAN_HTTPS_PORT: '443' }, /HONGYAN_TLS_CERT is needed with HONGYAN_HTTPS_PORT/],
  [
    { HONGYAN_HTTPS_PORT: '443', HONGYAN_TLS_CERT: '/c', HONGYAN_TLS_KEY: '/k' },
    /HONGYAN_ORIGIN must begin with https/,
  ],
  [{ HONGYAN_PHONE_PORT: 'on' }, /HONGYAN_PHONE_PORT must be a port number/],
  [{ HONGYAN_PROGRAM_PORTS: 'imapz=1' }, /HONGYAN_PROGRAM_PORTS must name services/],
  [{ HONGYAN_PROGRAM_PORTS: 'imaps=none' }, /HONGYAN_PROGRAM_PORTS must be a port number/],
  [{ HONGYAN_RELAY_HOST: 'x', HONGYAN_RELAY_TLS: 'maybe' }, /HONGYAN_RELAY_TLS must be one of/],
])('%o stops the start with a sentence that names the variable', (environment, sentence) => {
  expect(() => readConfig(environment)).toThrow(ConfigError)
  expect(() => readConfig(environment)).toThrow(sentence)
})

it('knows which addresses only this machine can reach', () => {
  expect(
    [
      '127.0.0.1',
      '127.9.9.9',
      '::1',
      'localhost',
      '0.0.0.0',
      '192.168.1.1',
      '::',
      'mail.example.org',
    ].map(isLoopback),
  ).toEqual([true, true, true, true, false, false, false, false])
})

it('README lists every variable with its default', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  // A bar would end the cell.
  const cell = (text: string) => text.replaceAll('|', '\\|')
  for (const [name, one] of Object.entries(variables)) {
    const fallback = one.default === '' ? '' : `\`${cell(one.default)}\``
    expect(readme).toContain(`| \`${name}\` | ${fallback} | ${cell(one.about)} |`)
  }
})

it('LIMITS-32 phones are sent to port 9443 where HTTPS is our own, and nowhere behind a proxy unless it is said', () => {
  const own = {
    HONGYAN_HTTPS_PORT: '443',
    HONGYAN_ORIGIN: 'https://mail.example.org',
    HONGYAN_TLS_KEY: '/k',
    HONGYAN_TLS_CERT: '/c',
  }
  expect(readConfig(own).phonePort).toBe(9443)
  expect(readConfig({ ...own, HONGYAN_PHONE_PORT: 'off' }).phonePort).toBeNull()
  expect(readConfig({ HONGYAN_ORIGIN: 'https://mail.example.org' }).phonePort).toBeNull()
  expect(readConfig({ HONGYAN_PHONE_PORT: '9443' }).phonePort).toBe(9443)
})
