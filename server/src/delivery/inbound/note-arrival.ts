import type { CopyOutcome, PreparedMessage } from '../../mailstore/types.ts'
import type { Arrival, ArrivalOutcome } from '../hops/hop-types.ts'
import type {
  Acceptance,
  CopyPlan,
  InboundMail,
  Recipient,
  RecipientResult,
  Reply,
} from './types.ts'

/** Where the copy of one mailbox went. */
export interface Place {
  /** Null where it is held. */
  plan: CopyPlan | null
  outcome: CopyOutcome | undefined
}

/** What is known of a mail once it was taken apart; a mail that was refused before has none of it. */
export interface Seen {
  message: PreparedMessage
  at: Date
  places: ReadonlyMap<number, Place>
}

const mostText = 500

/** What the trace says of a mail, a row for each recipient of its envelope. */
export function arrivalsOf(
  mail: InboundMail,
  { results }: Acceptance,
  { now, seen }: { now: Date; seen: Seen | null },
): Arrival[] {
  const { messageId, subject } = seen?.message.parsed.envelope ?? { messageId: null, subject: '' }
  return mail.recipients.map(({ address, mailbox }, index) => {
    const place = seen?.places.get(mailbox.accountId)
    const { outcome, said } = becameOf(mailbox, results[index], place)
    return {
      at: seen?.at ?? now,
      mail: mail.id,
      ...peerOf(mail),
      sender: mail.sender.toLowerCase(),
      recipient: mailbox.address.toLowerCase(),
      written: address,
      recipientAccount: mailbox.accountId,
      messageId: (messageId ?? '').slice(0, mostText),
      subject: subject.slice(0, mostText),
      size: mail.raw.length,
      outcome,
      said,
      copyId: place?.outcome?.kind === 'stored' ? place.outcome.messageId : null,
    }
  })
}

const peerOf = ({ peer }: InboundMail) => ({
  protocol: peer.protocol,
  ip: peer.ip,
  helo: peer.helo.slice(0, 255),
  tls: peer.tls ?? '',
})

function becameOf(
  mailbox: Recipient,
  result: RecipientResult | undefined,
  place: Place | undefined,
): { outcome: ArrivalOutcome; said: string } {
  if (result?.kind === 'failed') return refusalOf(result.reply)
  if (result?.duplicate) return { outcome: 'repeat', said: '' }
  return { outcome: placeOf(mailbox, place?.plan ?? null), said: '' }
}

function placeOf({ isGroup }: Recipient, plan: CopyPlan | null): ArrivalOutcome {
  if (plan === null) return 'quarantined'
  if (isGroup) return 'group'
  return plan.folder === 'inbox' || plan.folder === 'junk' ? plan.folder : 'filed'
}

export const refusalOf = (reply: Reply): Pick<Arrival, 'said'> & { outcome: ArrivalOutcome } => ({
  outcome: reply.comesAgain || reply.code < 500 ? 'deferred' : 'refused',
  said: `${reply.code} ${reply.status} ${reply.text}`,
})
