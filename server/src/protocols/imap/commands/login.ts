import { provedKeys, scramSignature } from '../../../platform/crypto/scram.ts'
import { attemptOf } from '../../shared/attempt.ts'
import { type BearerMechanism, bearerChallenge, isBearer, readBearer } from '../../shared/bearer.ts'
import { Refusal } from '../../shared/refusal.ts'
import { readPlain } from '../../shared/sasl-plain.ts'
import { challengeOf, readClientFinal, readClientFirst } from '../../shared/scram.ts'
import { type Done, refusalOf } from '../answers.ts'
import type { Session } from '../session.ts'
import { decodeUtf8 } from '../wire/mailbox-name.ts'
import { WireError } from '../wire/scanner.ts'
import { capabilitiesOf } from './capability.ts'
import type { ImapCommand } from './command.ts'

/** LOGIN (RFC 9051 §6.2.3). */
export const login: ImapCommand = {
  for: 'strangers',
  run: (session, scan) => {
    scan.space()
    const username = decodeUtf8(scan.astring())
    scan.space()
    const password = decodeUtf8(scan.astring())
    scan.end()
    return enter(session, username, password)
  },
}

/** AUTHENTICATE PLAIN (RFC 4616), LOGIN, SCRAM-SHA-256 (RFC 7677), OAUTHBEARER (RFC 7628) and XOAUTH2, with an initial response or without (RFC 4959). */
export const authenticate: ImapCommand = {
  for: 'strangers',
  run: async (session, scan) => {
    scan.space()
    const mechanism = scan.word()
    const initial = scan.skip(' ') ? scan.astring() : null
    scan.end()
    refuseOpenLine(session)
    if (mechanism === 'PLAIN') {
      const { username, password } = readPlain(await answer(session, initial, ''))
      return enter(session, username, password)
    }
    if (mechanism === 'SCRAM-SHA-256' || mechanism === 'SCRAM-SHA-256-PLUS')
      return byScram(session, initial, mechanism.endsWith('PLUS'))
    if (isBearer(mechanism)) return byToken(session, mechanism, initial)
    if (mechanism !== 'LOGIN') throw new Refusal('This mechanism is not known', 'CANNOT')
    const username = await answer(session, initial, 'Username:')
    return enter(session, username, await answer(session, null, 'Password:'))
  },
}

/** The code never crosses the line; with PLUS the login belongs to this very line (RFC 5802). */
async function byScram(session: Session, initial: string | null, plus: boolean): Promise<Done> {
  const first = readClientFirst(await answer(session, initial, ''), plus)
  const binding = first?.binding ? session.channelBinding(first.binding) : Buffer.alloc(0)
  if (!first || !binding) throw new Refusal('This cannot be answered', 'CANNOT')
  const challenge = challengeOf(first)
  const bound = Buffer.concat([Buffer.from(first.header), binding])
  const final = readClientFinal(await answer(session, null, challenge.text), challenge, bound)
  if (!final) throw new Refusal('This is no answer to the challenge', 'AUTHENTICATIONFAILED')
  const { proof, authMessage } = final
  let signature = ''
  const done = await enter(session, first.username, (keys) => {
    const known = provedKeys(keys, authMessage, proof)
    if (known) signature = scramSignature(known, authMessage).toString('base64')
    return known !== null
  })
  try {
    await answer(session, null, `v=${signature}`)
  } catch (thrown) {
    // It does not believe that we know the code.
    session.login = null
    throw thrown
  }
  return done
}

/** An access token of a login of the web, which ends the program with it. */
async function byToken(
  session: Session,
  mechanism: BearerMechanism,
  initial: string | null,
): Promise<Done> {
  const bearer = readBearer(mechanism, await answer(session, initial, ''))
  if (!bearer) throw new Refusal('This cannot be answered', 'CANNOT')
  const { token } = bearer
  try {
    return await enter(session, bearer.username, { token })
  } catch (thrown) {
    // Whatever the program says to it: the refusal follows.
    if (refusalOf(thrown))
      await session.ask(Buffer.from(bearerChallenge(mechanism)).toString('base64'))
    throw thrown
  }
}

/** What the program says to a challenge, decoded. @throws WireError when it breaks off */
async function answer(
  session: Session,
  initial: string | null,
  challenge: string,
): Promise<string> {
  const prompt = Buffer.from(challenge).toString('base64')
  const line = initial ?? (await session.ask(prompt))
  if (line === null || line === '*') throw new WireError('cancelled')
  // RFC 4959 §3: `=` is an initial response of nothing.
  const base64 = line === '=' ? '' : line
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) throw new WireError('bad base64')
  return decodeUtf8(Buffer.from(base64, 'base64').toString('latin1')) ?? ''
}

/** A code is never taken over a line that others can read. */
function refuseOpenLine(session: Session): void {
  if (!session.isSecure()) throw new Refusal('Use TLS first', 'PRIVACYREQUIRED')
}

const protocol = 'imap'

async function enter(
  session: Session,
  username: string | null,
  by: string | ((scramKeys: Buffer) => boolean) | { token: string } | null,
): Promise<Done> {
  refuseOpenLine(session)
  try {
    const { clientAccess } = session.deps
    const given = attemptOf({ username, password: typeof by === 'string' ? by : '' }, session.ip)
    const { password, ...from } = { ...given, programId: session.programId, protocol } as const
    session.login =
      by !== null && typeof by === 'object'
        ? await clientAccess.logInByToken({ ...from, ...by })
        : await clientAccess.logIn({ ...from, password: typeof by === 'function' ? by : password })
  } catch (thrown) {
    if (refusalOf(thrown)) session.badLogins++
    throw thrown
  }
  if (!session.deps.hasRoom(session.login.accountId)) {
    session.login = null
    throw new Refusal('Too many programs of this account are in', 'LIMIT')
  }
  return { code: `CAPABILITY ${capabilitiesOf(session)}`, text: 'You are in' }
}
