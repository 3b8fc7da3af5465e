import type { InboundPipeline } from '../../delivery/inbound/pipeline.ts'
import type { Log } from '../../platform/log.ts'
import type { Certificate } from '../shared/certificate-files.ts'
import { createSmtpListener, type SmtpListener } from './listener.ts'

interface Options {
  config: { bind: string; hostname: string; smtpPort: number; lmtpPort: number | null }
  certificate: Certificate
  pipeline: InboundPipeline
  log: Log
}

/** The ports that mail comes in by: SMTP, and LMTP when it is wanted. */
export function createMailDoors({ config, certificate, pipeline, log }: Options) {
  const { bind: host, hostname, smtpPort, lmtpPort } = config
  const common = { host, hostname, certificate: certificate.current(), pipeline, log }
  const listeners: SmtpListener[] = [createSmtpListener({ ...common, port: smtpPort })]
  if (lmtpPort !== null) {
    listeners.push(createSmtpListener({ ...common, port: lmtpPort, lmtp: true }))
  }
  certificate.onNew((next) => {
    for (const one of listeners) one.renew(next)
  })
  const ports: number[] = []
  return {
    /** Those that are open, SMTP first. */
    ports: () => ports,
    start: async () => {
      for (const listener of listeners) ports.push(await listener.start())
    },
    stop: async () => {
      if (ports.length > 0) await Promise.all(listeners.map((one) => one.stop()))
    },
  }
}
