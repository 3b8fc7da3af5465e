import type {
  SMTPServerAuthentication,
  SMTPServerAuthenticationResponse,
  SMTPServerSession,
} from 'smtp-server'
import {
  type ClientAccess,
  clientAccessTopic,
  type ProgramLogin,
} from '../../../features/client-access/client-access.public.ts'
import { screenLockedTopic, sessionEndedTopic } from '../../../features/session/session.public.ts'
import { runAs } from '../../../platform/actor.ts'
import { messageOf } from '../../../platform/errors.ts'
import type { Events } from '../../../platform/events/events.ts'
import type { Log } from '../../../platform/log.ts'
import { attemptOf } from '../../shared/attempt.ts'
import { isForOneself } from '../../shared/sasl-plain.ts'
import { refusal } from '../answers.ts'
import type { MailConnection } from '../connection.ts'
import type { MailServer } from '../mail-server.ts'
import type { SubmissionLimits } from './submission-limits.ts'
import { submissionReplies as replies, replyOf } from './submission-replies.ts'

interface Options {
  clientAccess: Pick<ClientAccess, 'logIn' | 'logInByToken' | 'isAlive'>
  events: Events
  limits: SubmissionLimits
  log: Log
  servers(): readonly MailServer[]
}

type Answer = (error: Error | null, response?: SMTPServerAuthenticationResponse) => void

/** Who is in on the ports of submission, and for how long. */
export function createProgramsIn({ clientAccess, events, limits, log, servers }: Options) {
  const logins = new WeakMap<SMTPServerSession, ProgramLogin>()
  const wrong = new WeakMap<SMTPServerSession, number>()
  const open = (): MailConnection[] => servers().flatMap((one) => one.mailConnections())
  const ofAccount = (accountId: number): MailConnection[] =>
    open().filter((one) => logins.get(one.session)?.accountId === accountId)
  const ofSessions = (payload: unknown): MailConnection[] => {
    const { sessionIds } = payload as { sessionIds: readonly number[] }
    return open().filter((one) => sessionIds.includes(logins.get(one.session)?.sessionId ?? -1))
  }

  const isOut = async (login: ProgramLogin): Promise<boolean> =>
    !(await clientAccess.isAlive(login))
  const cut = (connection: MailConnection): void => {
    const { code, status, text } = replies.logInAgain
    connection.send(code, `${status} ${text}`)
  }
  const recheck = (some: readonly MailConnection[]): void => {
    for (const one of some) {
      const login = logins.get(one.session)
      if (!login) continue
      isOut(login).then(
        (out) => out && cut(one),
        (thrown) => log.warn({ reason: messageOf(thrown) }, 'a program’s login'),
      )
    }
  }
  let stopListening: (() => void)[] = []

  return {
    start: (): void => {
      stopListening = [
        events.on(clientAccessTopic, (payload) =>
          recheck(ofAccount((payload as { accountId: number }).accountId)),
        ),
        ...[sessionEndedTopic, screenLockedTopic].map((topic) =>
          events.on(topic, (payload) => recheck(ofSessions(payload))),
        ),
        events.onGap(() => recheck(open())),
      ]
    },
    stop: (): void => {
      for (const stop of stopListening) stop()
    },
    /** @throws what refuses the command: asked anew before each mail */
    loginOf: async (session: SMTPServerSession): Promise<ProgramLogin> => {
      const login = logins.get(session)
      if (!login) throw refusal(replies.logInFirst)
      if (await isOut(login)) throw refusal(replies.logInAgain)
      return login
    },
    /** AUTH PLAIN and LOGIN with the code (RFC 4954), XOAUTH2 and OAUTHBEARER with an access token; the library takes them under TLS alone. */
    logIn: async (
      { username = '', authzid = '', password = '', accessToken }: SMTPServerAuthentication,
      {
        session,
        answer,
        connection,
      }: {
        session: SMTPServerSession
        answer: Answer
        connection: MailConnection
      },
    ): Promise<void> => {
      const ip = session.remoteAddress
      try {
        const own = isForOneself(authzid, username) ? password : null
        const attempt = attemptOf({ username, password: own }, ip)
        const { password: _, ...from } = attempt
        const login = await runAs({ client: 'SMTP', ip, account: ip }, () =>
          accessToken === undefined
            ? clientAccess.logIn({ protocol: 'smtp', ...attempt })
            : clientAccess.logInByToken({ protocol: 'smtp', ...from, token: accessToken }),
        )
        if (ofAccount(login.accountId).length >= limits.connectionsPerAccount)
          return answer(refusal(replies.tooManyPrograms))
        logins.set(session, login)
        answer(null, { user: login.address })
      } catch (thrown) {
        const reply = replyOf(thrown)
        if (!reply) log.error({ err: thrown }, 'a login for submission failed')
        const count = (wrong.get(session) ?? 0) + 1
        wrong.set(session, count)
        answer(refusal(reply ?? replies.tooManyWrong))
        if (count >= limits.badLogins) connection.send(421, '4.7.0 Too many wrong codes')
      }
    },
  }
}
