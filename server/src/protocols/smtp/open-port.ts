import { once } from 'node:events'
import type { SMTPServerAddress, SMTPServerSession } from 'smtp-server'
import { replies } from '../../delivery/inbound/replies.ts'
import { isCrowded } from '../shared/crowding.ts'
import { refusal } from './answers.ts'
import type { MailConnection } from './connection.ts'
import type { SmtpLimits } from './limits.ts'
import type { MailServer } from './mail-server.ts'

interface Opening {
  server: MailServer
  host: string
  /** 0: any free one. */
  port: number
  limits: SmtpLimits
  /** From now on the server stops: resolves when the mails on their way are done. */
  finished(): Promise<unknown>
}

/** Opens a port of SMTP; who is too slow is sent away, and at its end what is on its way is finished. */
export function openPort({ server, host, port, limits, finished }: Opening) {
  let sweep: NodeJS.Timeout | undefined
  return {
    /** @returns the port; rejects if it is taken */
    start: async (): Promise<number> => {
      server.listen({ host, port })
      await once(server.server, 'listening')
      sweep = setInterval(
        () => endOverdue(server, limits),
        Math.min(1_000, limits.lineTimeout),
      ).unref()
      const address = server.server.address()
      return typeof address === 'object' && address ? address.port : port
    },
    /** Takes no new connections, ends the idle ones, finishes the mails on their way. */
    stop: async (): Promise<void> => {
      clearInterval(sweep)
      const ended = finished()
      const closed = new Promise<void>((resolve) => server.close(resolve))
      for (const connection of server.mailConnections()) {
        if (!connection.watch.isBusy()) sayGoodbye(connection)
      }
      await Promise.race([ended, closed])
      await closed
    },
  }
}

export function sayGoodbye(connection: MailConnection): void {
  connection.send(421, '4.3.2 The server is stopping, try again shortly')
  // A peer that does not hang up must not hold up the stop.
  setTimeout(() => connection._socket.destroy(), 500).unref()
}

export function addressRefusal(
  { address, args }: SMTPServerAddress,
  { session, parameters }: { session: SMTPServerSession; parameters: Set<string> },
): Error | null {
  // RFC 5321 §4.1.1.11: what was not offered must not be passed over.
  const isKnown = Object.keys(args || {}).every((name) => parameters.has(name))
  if (!isKnown) return refusal(replies.unknownParameter)
  // RFC 6531 §3.5: a mail with such an address is announced with SMTPUTF8. Domains are left out: the
  // library shows xn-- names, which are ASCII on the wire, in Unicode.
  const local = address.slice(0, address.lastIndexOf('@') + 1)
  const isAscii = /^[\x20-\x7e]*$/.test(local)
  return isAscii || session.envelope.smtpUtf8 ? null : refusal(replies.needsUtf8)
}

function endOverdue(server: MailServer, limits: SmtpLimits): void {
  const open = server.mailConnections()
  const crowded = isCrowded(open.length, limits)
  for (const connection of open) {
    // While a handler of ours works the peer waits for us, not we for it.
    if (connection._handlerPending) continue
    const why = connection.watch.overdue(crowded)
    if (why) connection.send(421, why)
  }
}
