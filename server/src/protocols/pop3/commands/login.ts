import { attemptOf } from '../../shared/attempt.ts'
import {
  type BearerMechanism,
  bearerChallenge,
  bearerMechanisms,
  isBearer,
  readBearer,
} from '../../shared/bearer.ts'
import { Refusal } from '../../shared/refusal.ts'
import { readPlain } from '../../shared/sasl-plain.ts'
import { refusalOf } from '../answers.ts'
import { enterMaildrop } from '../enter.ts'
import type { Session } from '../session.ts'
import { refuseRest, utf8Of, WireError } from '../wire/command-line.ts'
import type { Pop3Command } from './command.ts'

/** What AUTH takes under TLS. */
export const saslMechanisms = ['PLAIN', ...bearerMechanisms]

/** USER (RFC 1939 §7): the name is kept until PASS. Names are UTF-8 (RFC 6856 §2.2). */
export const user: Pop3Command = {
  for: 'strangers',
  run: (session, { rest }) => {
    refuseOpenLine(session)
    const name = rest === null ? null : utf8Of(rest)
    if (name === null) throw new WireError('A name is expected')
    session.username = name.trim()
    return 'Go on'
  },
}

export const pass: Pop3Command = {
  for: 'strangers',
  run: (session, { rest }) => {
    refuseOpenLine(session)
    const { username } = session
    if (username === null) throw new WireError('USER comes first')
    session.username = null
    return enter(session, username, utf8Of(rest ?? ''))
  },
}

/** AUTH PLAIN (RFC 5034, 4616), OAUTHBEARER (RFC 7628) and XOAUTH2, with an initial response or without; alone it lists what there is. */
export const auth: Pop3Command = {
  for: 'strangers',
  run: async (session, { rest }) => {
    const [mechanism = '', initial, ...more] = (rest ?? '').trim().split(/ +/)
    if (mechanism === '') {
      session.output.send(
        `+OK\r\n${session.isSecure() ? saslMechanisms.map((one) => `${one}\r\n`).join('') : ''}.\r\n`,
      )
      return null
    }
    refuseOpenLine(session)
    if (more.length > 0) throw new WireError('Too many words')
    const asked = mechanism.toUpperCase()
    if (asked !== 'PLAIN' && !isBearer(asked)) throw new Refusal('This mechanism is not known')
    const said = initial ?? (await session.ask('+ \r\n'))
    if (said === null || said === '*') throw new WireError('Cancelled')
    if (!/^(?:=|[A-Za-z0-9+/]*={0,2})$/.test(said)) throw new WireError('This is no base64')
    const text = utf8Of(Buffer.from(said, 'base64').toString('latin1')) ?? ''
    if (isBearer(asked)) return byToken(session, asked, text)
    const { username, password } = readPlain(text)
    return enter(session, username, password)
  },
}

/** An access token of a login of the web, which ends the program with it. */
async function byToken(
  session: Session,
  mechanism: BearerMechanism,
  text: string,
): Promise<string> {
  const bearer = readBearer(mechanism, text)
  if (!bearer) throw new WireError('This cannot be answered')
  const { token } = bearer
  try {
    return await enter(session, bearer.username, { token })
  } catch (thrown) {
    if (refusalOf(thrown))
      await session.ask(`+ ${Buffer.from(bearerChallenge(mechanism)).toString('base64')}\r\n`)
    throw thrown
  }
}

/** STLS (RFC 2595 §4). Nothing that came before it counts after it. */
export const stls: Pop3Command = {
  for: 'strangers',
  run: (session, line) => {
    refuseRest(line)
    if (session.isSecure()) throw new Refusal('TLS is there already')
    session.username = null
    session.startTls()
    return 'Begin TLS now'
  },
}

/** UTF8 (RFC 6856 §2.1): bytes are told as they are stored in any case. */
export const utf8: Pop3Command = {
  for: 'strangers',
  run: (_, line) => {
    refuseRest(line)
    return 'UTF8 is spoken'
  },
}

/** A code is never taken over a line that others can read, on this machine neither. */
function refuseOpenLine(session: Session): void {
  if (!session.isSecure()) throw new Refusal('Use TLS first (STLS)', 'SYS/PERM')
}

const protocol = 'pop3'

async function enter(
  session: Session,
  username: string | null,
  by: string | { token: string } | null,
): Promise<string> {
  try {
    const { clientAccess } = session.deps
    const isCode = by === null || typeof by === 'string'
    const given = attemptOf({ username, password: isCode ? by : '' }, session.ip)
    const { password, ...from } = { ...given, protocol } as const
    const login = await (isCode
      ? clientAccess.logIn({ ...from, password })
      : clientAccess.logInByToken({ ...from, ...by }))
    session.entered = await enterMaildrop(session.deps, login)
  } catch (thrown) {
    // Whoever finds the mailbox in use had the right code.
    const refusal = refusalOf(thrown)
    if (refusal && refusal.code !== 'IN-USE') session.badLogins++
    throw thrown
  }
  const { count, bytes } = session.entered.drop.total
  return `${count} messages (${bytes} octets)`
}
