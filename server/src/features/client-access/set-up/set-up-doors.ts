import type { ProgramDoor } from '../program-doors.ts'

/** What automatic set-up tells of the doors that are open. */
export interface SetUp {
  incoming: readonly OpenDoor[]
  outgoing: OpenDoor | null
}

export interface OpenDoor {
  type: 'imap' | 'pop3' | 'smtp'
  host: string
  port: number
  /** TLS from the first byte; else by STARTTLS, never without. */
  isTls: boolean
}

/** TLS from the first byte where it is there (RFC 8314 §3), one way a protocol. */
export function setUpOf(doors: readonly ProgramDoor[]): SetUp {
  const open = doors.flatMap(({ protocol, host, port, tlsPort }): OpenDoor[] => {
    const best = tlsPort ?? port
    return best === null ? [] : [{ type: protocol, host, port: best, isTls: tlsPort !== null }]
  })
  return {
    incoming: open.filter(({ type }) => type !== 'smtp'),
    outgoing: open.find(({ type }) => type === 'smtp') ?? null,
  }
}
