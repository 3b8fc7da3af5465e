import type { AddressInfo } from 'node:net'
import { createCallers } from '../features/folders/folders.public.ts'
import { watchEventLoop } from '../platform/event-loop.ts'
import { createHttp } from '../platform/http/http.ts'
import type { Part } from '../platform/part.ts'
import { mailCertificate } from '../protocols/shared/certificate.ts'
import { createMailDoors } from '../protocols/smtp/mail-doors.ts'
import { createPush } from '../push/push.ts'
import type { Core } from './core.ts'
import type { Delivery } from './delivery.ts'

/** Where people and other servers come in: HTTP with push, SMTP and LMTP. */
export async function createDoors(core: Core, { pipeline }: Delivery) {
  const certificate = await mailCertificate(core.config)
  const mail = createMailDoors({ ...core, certificate, pipeline })
  const web = createWebDoor(core)
  const has = (role: (typeof core.config.roles)[number]) => core.config.roles.includes(role)
  const part: Part = {
    start: async () => {
      if (has('smtp')) await mail.start()
      if (has('web')) await web.start()
    },
    // Nobody waits for the slow clients of the other.
    stop: async () => void (await Promise.all([mail.stop(), web.stop()])),
  }
  return {
    ...part,
    http: web.http,
    httpPort: web.port,
    smtpPort: () => mail.ports()[0] ?? null,
    lmtpPort: () => mail.ports()[1] ?? null,
  }
}

function createWebDoor(core: Core) {
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
  const push = createPush({ ...core, origin, callers })
  const loop = watchEventLoop()
  metrics.gauge('hongyan_push_connections', () => push.connections())
  metrics.gauge('hongyan_memory_bytes', () => process.memoryUsage().rss)
  metrics.gauge('hongyan_event_loop_stall_ms', () => loop.longestStall())
  let listening = false
  return {
    http,
    port: (): number | null => (http.app.server.address() as AddressInfo | null)?.port ?? null,
    start: async () => {
      await http.app.listen({ port: config.httpPort, host: config.bind })
      push.attach(http.app.server)
      loop.start()
      listening = true
    },
    stop: async () => {
      loop.stop()
      await push.stop()
      if (listening) await http.app.close()
    },
  }
}
