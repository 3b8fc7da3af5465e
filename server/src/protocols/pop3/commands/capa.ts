import { refuseRest } from '../wire/command-line.ts'
import type { Pop3Command } from './command.ts'
import { saslMechanisms } from './login.ts'

const always = [
  'TOP',
  'UIDL',
  'RESP-CODES',
  'AUTH-RESP-CODE',
  'PIPELINING',
  'UTF8 USER',
  'EXPIRE NEVER',
  'IMPLEMENTATION Hongyan',
]

/** CAPA (RFC 2449): codes are taken under TLS only. */
export const capa: Pop3Command = {
  for: 'all',
  run: (session, line) => {
    refuseRest(line)
    const list = session.isSecure()
      ? ['USER', `SASL ${saslMechanisms.join(' ')}`, ...always]
      : ['STLS', ...always]
    session.output.send(`+OK\r\n${list.map((one) => `${one}\r\n`).join('')}.\r\n`)
    return null
  },
}
