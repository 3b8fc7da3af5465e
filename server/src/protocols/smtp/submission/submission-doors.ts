import type { SMTPServerOptions } from 'smtp-server'
import { replies } from '../../../delivery/inbound/replies.ts'
import type { ClientAccess } from '../../../features/client-access/client-access.public.ts'
import { type Compose, readPerson } from '../../../features/compose/compose.public.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Events } from '../../../platform/events/events.ts'
import { createGate } from '../../../platform/gate.ts'
import type { Log } from '../../../platform/log.ts'
import type { Certificate } from '../../shared/certificate-files.ts'
import { refusal } from '../answers.ts'
import { MailServer } from '../mail-server.ts'
import { addressRefusal, openPort, sayGoodbye } from '../open-port.ts'
import { holdOf, longestHold } from './hold.ts'
import { createProgramsIn } from './programs-in.ts'
import { receiveSubmission } from './receive-submission.ts'
import { isGoodEnvid, isGoodOrcpt } from './report-parameters.ts'
import { type SubmissionLimits, submissionLimits } from './submission-limits.ts'
import { submissionReplies } from './submission-replies.ts'

interface Options {
  config: {
    bind: string
    hostname: string
    submissionPort: number | null
    submissionsPort: number | null
  }
  certificate: Certificate
  compose: Pick<Compose, 'submitRaw'>
  clientAccess: Pick<ClientAccess, 'logIn' | 'logInByToken' | 'isAlive'>
  events: Events
  clock: Clock
  log: Log
  limits?: Partial<SubmissionLimits>
}

/** The ports by which programs send (RFC 6409, RFC 8314): with STARTTLS, and with TLS from the first byte. */
export function createSubmissionDoors(options: Options) {
  const { config, certificate, log } = options
  const limits = { ...submissionLimits, ...options.limits }
  const onTheWay = createGate({ total: limits.onTheWay })
  const receiving = new Set<Promise<void>>()
  const servers: MailServer[] = []
  const programs = createProgramsIn({ ...options, limits, servers: () => servers })
  const state = { stopping: false }
  const shared = { ...options, limits, onTheWay, receiving, programs, state }
  const open = (port: number | null, secure: boolean) => {
    if (port === null) return null
    const server = createServer(shared, secure)
    server.on('error', (error) => log.debug({ err: error }, 'a submission failed'))
    servers.push(server)
    return openPort({
      server,
      host: config.bind,
      port,
      limits,
      finished: () => {
        state.stopping = true
        return Promise.allSettled([...receiving])
      },
    })
  }
  const plain = open(config.submissionPort, false)
  const secure = open(config.submissionsPort, true)
  certificate.onNew(({ key, cert }) => {
    for (const one of servers) one.updateSecureContext({ key, cert })
  })
  const ports: { port: number | null; tlsPort: number | null } = { port: null, tlsPort: null }
  let isStarted = false
  return {
    /** Those that are open. */
    ports: () => ports,
    start: async (): Promise<void> => {
      isStarted = true
      programs.start()
      ports.port = (await plain?.start()) ?? null
      ports.tlsPort = (await secure?.start()) ?? null
    },
    stop: async (): Promise<void> => {
      if (!isStarted) return
      programs.stop()
      await Promise.all([plain?.stop(), secure?.stop()])
      await Promise.allSettled([...receiving])
    },
  }
}

interface Shared extends Options {
  limits: SubmissionLimits
  onTheWay: ReturnType<typeof createGate>
  receiving: Set<Promise<void>>
  programs: ReturnType<typeof createProgramsIn>
  state: { stopping: boolean }
}

/** What EHLO offers, and what may stand behind an address therefore (RFC 1870, 6152, 6531, 4865, 3461; AUTH: RFC 4954 §5). */
const mailParameters = new Set('SIZE BODY SMTPUTF8 AUTH HOLDFOR HOLDUNTIL RET ENVID'.split(' '))
const rcptParameters = new Set(['NOTIFY', 'ORCPT'])

function createServer(shared: Shared, secure: boolean): MailServer {
  const { limits, programs, clock, receiving, state } = shared
  const holds = new WeakMap<object, Date | null>()
  const server: MailServer = new MailServer(
    {
      ...libraryOptions(shared, secure),
      onAuth: (auth, session, answer) =>
        void programs.logIn(auth, { session, answer, connection: server.connectionOf(session) }),
      onMailFrom: (address, session, answer) => {
        const refused = addressRefusal(address, { session, parameters: mailParameters })
        if (refused) return answer(refused)
        const hold = holdOf(address.args || {}, clock.now())
        if (hold.kind === 'not-understood') return answer(refusal(submissionReplies.badHold))
        if (!isGoodEnvid(address.args)) return answer(refusal(submissionReplies.badWish))
        if (hold.kind === 'too-far') return answer(refusal(submissionReplies.notHeldSoLong))
        holds.set(server.connectionOf(session), hold.at)
        programs.loginOf(session).then(() => answer(), answer)
      },
      onRcptTo: (address, session, answer) => {
        const refused = addressRefusal(address, { session, parameters: rcptParameters })
        if (refused) return answer(refused)
        if (!isGoodOrcpt(address.args)) return answer(refusal(submissionReplies.badWish))
        // Here, so that the others still get the mail.
        if (!readPerson(address.address)) return answer(refusal(submissionReplies.badRecipient))
        const isOneMore = server.connectionOf(session).watch.recipientArrived()
        answer(isOneMore ? null : refusal(replies.tooManyRecipients))
      },
      onData: (stream, session, answer) => {
        const connection = server.connectionOf(session)
        const work = receiveSubmission(shared, {
          stream,
          session,
          watch: connection.watch,
          holdUntil: holds.get(connection) ?? null,
          login: () => programs.loginOf(session),
          answer,
        }).finally(() => {
          receiving.delete(work)
          if (state.stopping) sayGoodbye(connection)
        })
        receiving.add(work)
      },
    },
    {
      limits,
      acknowledge: () => undefined,
      chunking: true,
      // Codes are taken under TLS only, so AUTH is offered there alone.
      offered: (extensions, isSecure) => [
        ...extensions.filter((one) => isSecure || !one.startsWith('AUTH')),
        'CHUNKING',
        `FUTURERELEASE ${longestHold} ${lastHold(clock.now())}`,
      ],
    },
  )
  return server
}

const lastHold = (now: Date): string =>
  new Date(now.getTime() + longestHold * 1_000).toISOString().replace(/\.\d+Z$/, 'Z')

function libraryOptions(
  { config, certificate, limits }: Shared,
  secure: boolean,
): SMTPServerOptions {
  return {
    name: config.hostname,
    banner: 'Hongyan',
    heloResponse: '%s',
    secure,
    ...certificate.current(),
    minVersion: 'TLSv1.2',
    size: limits.messageSize,
    authMethods: ['PLAIN', 'LOGIN', 'XOAUTH2', 'OAUTHBEARER'],
    authRequiredMessage: submissionReplies.logInFirst.text,
    maxRecipients: limits.recipients,
    maxCommandLength: limits.commandLength,
    socketTimeout: limits.commandTimeout,
    closeTimeout: limits.stopGrace,
    disabledCommands: ['XCLIENT', 'XFORWARD', 'WIZ', 'SHELL', 'KILL'],
    disableReverseLookup: true,
    hideENHANCEDSTATUSCODES: false,
    hideDSN: false,
    logger: false,
  }
}
