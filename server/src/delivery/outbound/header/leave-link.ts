import { readHeaders } from '@hongyan/mime/headers'
import type { Signer } from '../../../platform/crypto/signer.ts'
import { joinInTurns } from '../../../platform/in-turns.ts'
import { withoutFields } from '../../inbound/forged-results.ts'
import { fieldsOf } from '../canonical-bytes.ts'

/** Old mail lies in mailboxes for long; a link from before somebody came back takes them out again. */
const lastsSeconds = 400 * 24 * 3_600

/** Who leaves which group. */
export interface Leaving {
  leave: number
  address: string
}

export const leavePath = '/leave'

/** Where one click takes an address out of a group; null where the web is not reached by https (RFC 8058 §3.1). */
export const leaveLink = (
  { signer, origin }: { signer: Pick<Signer, 'sign'>; origin: string },
  leaving: Leaving,
): string | null =>
  origin.startsWith('https://')
    ? `${origin}${leavePath}/${signer.sign(leaving, lastsSeconds)}`
    : null

export function readLeaving(signer: Pick<Signer, 'read'>, ticket: string): Leaving | null {
  const said = signer.read(ticket)
  const { leave, address } = (said ?? {}) as Partial<Leaving>
  return typeof leave === 'number' && typeof address === 'string' ? { leave, address } : null
}

const replaced = new Set(['list-unsubscribe', 'list-unsubscribe-post'])

/** The mail of a group as one person outside gets it, who may leave by one click or by mail. */
export function withLeaveLink(raw: Buffer, link: string): Promise<Buffer> {
  const gone = readHeaders(fieldsOf(raw)).filter(({ name }) => replaced.has(name))
  const byMail = gone.find(({ name }) => name === 'list-unsubscribe')?.value() ?? ''
  const ways = [`<${link}>`, ...(/^<mailto:[!-~]+>$/.test(byMail) ? [byMail] : [])]
  const head = `List-Unsubscribe: ${ways.join(',\r\n ')}\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n`
  return joinInTurns([Buffer.from(head), ...withoutFields(raw, gone)])
}
