import type { AddressInfo } from 'node:net'
import type { Config } from '../config.ts'
import type { Compose } from '../features/compose/compose.public.ts'
import { createCallers, type Folders } from '../features/folders/folders.public.ts'
import type { Labels } from '../features/labels/labels.public.ts'
import { watchEventLoop } from '../platform/event-loop.ts'
import { createHttp, type Http } from '../platform/http/http.ts'
import { leadToHttps, moreListener, renew } from '../platform/http/more-listeners.ts'
import { createWebSockets } from '../platform/http/web-sockets.ts'
import type { Part } from '../platform/part.ts'
import { createImapDoors } from '../protocols/imap/listener.ts'
import { createPop3Doors } from '../protocols/pop3/listener.ts'
import { mailCertificate } from '../protocols/shared/certificate.ts'
import { type Certificate, createCertificate } from '../protocols/shared/certificate-files.ts'
import { createMailDoors } from '../protocols/smtp/mail-doors.ts'
import { createSubmissionDoors } from '../protocols/smtp/submission/submission-doors.ts'
import { createPush } from '../push/push.ts'
import type { Core } from './core.ts'
import type { Delivery } from './delivery.ts'

/** What the doors of mail programs work with. */
interface Services {
  folders: Folders
  labels: Labels
  compose: Compose
}

/** Where people and other servers come in: HTTP with push, SMTP, LMTP, submission, IMAP and POP3. */
export async function createDoors(
  core: Core,
  { pipeline }: Delivery,
  { folders, labels, compose }: Services,
) {
  const first = await mailCertificate(core.config)
  const certificate = createCertificate(first, core.config.tls, core.log)
  const mail = createMailDoors({ ...core, certificate, pipeline })
  const imap = createImapDoors({ ...core, certificate, folders, labels, compose })
  const pop3 = createPop3Doors({ ...core, certificate })
  const submission = createSubmissionDoors({ ...core, certificate, compose })
  core.metrics.gauge('hongyan_imap_connections', () => imap.connections())
  core.metrics.gauge('hongyan_pop3_connections', () => pop3.connections())
  const web = createWebDoor(core, certificate)
  const console = createConsoleDoor(core, certificate)
  const has = (role: (typeof core.config.roles)[number]) => core.config.roles.includes(role)
  const part: Part = {
    start: async () => {
      certificate.start()
      if (has('smtp')) await mail.start()
      if (has('smtp')) await submission.start()
      if (has('imap')) await imap.start()
      if (has('pop3')) await pop3.start()
      if (has('web')) await web.start()
      if (has('web')) await console?.start()
    },
    stop: async () => {
      certificate.stop()
      // Nobody waits for the slow clients of the other.
      await Promise.all([
        mail.stop(),
        imap.stop(),
        pop3.stop(),
        submission.stop(),
        web.stop(),
        console?.stop(),
      ])
    },
  }
  return {
    ...part,
    http: web.http,
    sockets: web.sockets,
    httpPort: web.port,
    httpsPort: web.httpsPort,
    phonePort: web.phonePort,
    consoleHttp: console?.http ?? null,
    consolePort: () => console?.port() ?? null,
    imapPorts: imap.ports,
    pop3Ports: pop3.ports,
    submissionPorts: submission.ports,
    smtpPort: () => mail.ports()[0] ?? null,
    lmtpPort: () => mail.ports()[1] ?? null,
  }
}

function createWebDoor(core: Core, certificate: Certificate) {
  const { config, log, clock, metrics } = core
  const { origin, trustProxy } = config
  const callers = createCallers(core)
  const http = createHttp({
    log,
    clock,
    trustProxy,
    slowSeconds: config.slowSeconds,
    secure: origin.startsWith('https:'),
    callers,
  })
  const push = createPush(core)
  const sockets = createWebSockets({ log, origin, callers })
  sockets.bind(push.door)
  const loop = watchEventLoop()
  metrics.gauge('hongyan_push_connections', () => push.connections())
  metrics.gauge('hongyan_memory_bytes', () => process.memoryUsage().rss)
  metrics.gauge('hongyan_event_loop_stall_ms', () => loop.longestStall())
  const { secure, phones } = furtherDoors(http, config, certificate)
  const further = [secure, phones].filter((one) => one !== null)
  let listening = false
  return {
    http,
    sockets,
    httpsPort: () => secure?.port() ?? null,
    phonePort: () => phones?.port() ?? null,
    port: (): number | null => (http.app.server.address() as AddressInfo | null)?.port ?? null,
    start: async () => {
      await http.app.listen({ port: config.httpPort, host: config.bind })
      for (const one of further) await one.start()
      // Where plain HTTP only leads on, nothing is pushed over it.
      push.start()
      sockets.attach([...(secure ? [] : [http.app.server]), ...further.map(({ server }) => server)])
      loop.start()
      listening = true
    },
    stop: async () => {
      loop.stop()
      await push.stop()
      sockets.stop()
      await Promise.all(further.map((one) => one.stop()))
      if (listening) await http.app.close()
    },
  }
}

/** HTTPS of our own, and the port to which phones are sent. */
function furtherDoors(http: Http, config: Config, certificate: Certificate) {
  const { httpsPort, phonePort, bind: host, origin } = config
  const pair = httpsPort === null ? null : certificate.current()
  const at = (port: number | null) =>
    port === null ? null : moreListener(http.app, { host, port, pair })
  const [secure, phones] = [at(httpsPort), at(phonePort)]
  if (secure) leadToHttps(http.app, origin)
  certificate.onNew((next) => {
    for (const one of [secure, phones]) if (one) renew(one, next)
  })
  return { secure, phones }
}

/**
 * The console's own port: a web server of its own, so that no token of the mail opens anything there and none of the
 * console's anything here.
 */
function createConsoleDoor(core: Core, certificate: Certificate) {
  const { config, log, clock, consoleSessions } = core
  const { consolePort, httpsPort, bind: host, trustProxy } = config
  if (consolePort === null) return null
  const http = createHttp({
    log,
    clock,
    trustProxy,
    slowSeconds: config.slowSeconds,
    secure: config.origin.startsWith('https:'),
    callers: {
      ofToken: consoleSessions.callerOf,
      ofLink: async () => null,
      isAtHome: () => true,
    },
  })
  const pair = httpsPort === null ? null : certificate.current()
  const listener = moreListener(http.app, { host, port: consolePort, pair })
  certificate.onNew((next) => renew(listener, next))
  return {
    http,
    port: listener.port,
    start: listener.start,
    stop: async () => {
      await listener.stop()
      await http.app.close()
    },
  }
}
