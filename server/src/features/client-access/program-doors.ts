import { type ClientProtocol, clientProtocols } from '@hongyan/contract/client-access'
import type { ProgramService, ProgramsConfig } from '../../config-programs.ts'

/** Where programs find a protocol, as it is seen from outside; null where nothing listens. */
export interface ProgramDoor {
  protocol: ClientProtocol
  host: string
  /** With STARTTLS. */
  port: number | null
  /** TLS from the first byte. */
  tlsPort: number | null
}

/** What the configuration says of the listeners. */
export interface ProgramDoorsConfig {
  hostname: string
  programs: ProgramsConfig
  imapPort: number | null
  imapsPort: number | null
  pop3Port: number | null
  pop3sPort: number | null
  submissionPort: number | null
  submissionsPort: number | null
}

/** Names of the two services of each protocol (RFC 6186, RFC 8314). */
export const servicesOf: Record<ClientProtocol, { plain: ProgramService; tls: ProgramService }> = {
  imap: { plain: 'imap', tls: 'imaps' },
  pop3: { plain: 'pop3', tls: 'pop3s' },
  smtp: { plain: 'submission', tls: 'submissions' },
}

/** Every door of mail programs: what the settings page, automatic set-up and `doctor` tell. */
export function programDoors({ hostname, programs, ...own }: ProgramDoorsConfig): ProgramDoor[] {
  const listening: Record<ClientProtocol, { port: number | null; tlsPort: number | null }> = {
    imap: { port: own.imapPort, tlsPort: own.imapsPort },
    pop3: { port: own.pop3Port, tlsPort: own.pop3sPort },
    smtp: { port: own.submissionPort, tlsPort: own.submissionsPort },
  }
  const outside = (service: ProgramService, port: number | null) =>
    port === null ? null : (programs.ports[service] ?? port)
  return clientProtocols.map((protocol) => ({
    protocol,
    host: programs.host ?? hostname,
    port: outside(servicesOf[protocol].plain, listening[protocol].port),
    tlsPort: outside(servicesOf[protocol].tls, listening[protocol].tlsPort),
  }))
}
