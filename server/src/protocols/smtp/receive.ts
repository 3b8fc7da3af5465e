import { randomBytes } from 'node:crypto'
import type { SMTPServerDataResult, SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import type { InboundPipeline } from '../../delivery/inbound/pipeline.ts'
import { replies } from '../../delivery/inbound/replies.ts'
import type { EnvelopeRecipient, InboundMail, Peer } from '../../delivery/inbound/types.ts'
import { bytesInMemory } from '../../platform/budget.ts'
import type { Gate } from '../../platform/gate.ts'
import type { Log } from '../../platform/log.ts'
import { networkKey } from '../../platform/net/network-key.ts'
import { commonRefusal, refusal, separateAnswers, storedText } from './answers.ts'
import type { SmtpLimits } from './limits.ts'
import { type Collected, createCollector } from './message-collector.ts'
import type { ConnectionWatch } from './watch.ts'

/** Tells the library what to answer to DATA. */
export type Answer = (error: Error | null, message?: string | SMTPServerDataResult[]) => void

export interface Receiving {
  stream: SMTPServerDataStream
  session: SMTPServerSession
  watch: ConnectionWatch
  recipients: EnvelopeRecipient[]
  answer: Answer
}

interface Options {
  pipeline: InboundPipeline
  limits: SmtpLimits
  /** Bytes of messages on their way in. */
  onTheWay: Gate
  lmtp: boolean
  log: Log
}

/** Takes the bytes of one message, has it stored, and answers; resolves when all that is done. */
export async function receiveMail(options: Options, receiving: Receiving): Promise<void> {
  const { limits, onTheWay, log } = options
  const { stream, watch, session } = receiving
  const collector = createCollector({
    limit: limits.messageSize,
    onTheWay,
    memory: bytesInMemory(),
    who: networkKey(session.remoteAddress),
  })
  let isRead = false
  watch.dataStarted()
  try {
    for await (const chunk of stream) {
      watch.dataArrived(chunk.length)
      const busy = collector.push(chunk)
      if (busy) await busy
    }
    watch.dataComplete()
    isRead = await storeAndAnswer(options, receiving, await collector.finish())
  } catch (thrown) {
    // The connection broke before the final dot: there is no mail, and nobody to answer.
    log.debug({ err: thrown }, 'a message was cut short')
    watch.dataEnded()
  } finally {
    collector.release(isRead)
  }
}

/** @returns true when everybody got it, so that nobody is still at work with its bytes */
async function storeAndAnswer(
  options: Options,
  receiving: Receiving,
  collected: Collected,
): Promise<boolean> {
  const { watch, answer, recipients } = receiving
  if (collected.kind !== 'message') {
    watch.dataEnded()
    answer(refusal(collected.kind === 'too-large' ? replies.tooLarge : replies.storeFull))
    return false
  }
  const mail = describe(options, receiving, collected)
  const outcome = await deliver(options, mail)
  options.log.info(
    {
      mail: mail.id,
      bytes: mail.raw.length,
      recipients: recipients.length,
      delivered: outcome.delivered,
      // Identical bytes whose first answer may not have been heard: nothing was stored anew for these (P1).
      ...(outcome.repeated > 0 ? { repeated: outcome.repeated } : {}),
    },
    outcome.repeated > 0
      ? 'mail received again: a retry of one whose answer may have been lost'
      : 'mail received',
  )
  watch.dataEnded()
  watch.mailAnswered(outcome.receipts)
  if (outcome.refused) answer(refusal(outcome.refused))
  else answer(null, outcome.separate ?? storedText(mail.id))
  return outcome.delivered === recipients.length
}

async function deliver({ pipeline, lmtp, log }: Options, mail: InboundMail) {
  const acceptance = await pipeline.accept(mail)
  const { results, receipts } = acceptance
  const delivered = results.filter((one) => one.kind === 'delivered').length
  const repeated = results.filter((one) => one.kind === 'delivered' && one.duplicate).length
  if (lmtp) {
    return {
      delivered,
      repeated,
      receipts,
      refused: null,
      separate: separateAnswers(results, mail.id),
    }
  }
  if (delivered === 0)
    return { delivered, repeated, receipts: [], refused: commonRefusal(results), separate: null }
  const later = results.flatMap((one) =>
    one.kind === 'failed' && one.reply.code < 500 ? [one.reply] : [],
  )
  // Nobody else could tell this sender, or it need only wait: its server comes again, and those who have the mail are recognised.
  const isAsked = later.some((reply) => reply.comesAgain)
  if (isAsked || (later.length > 0 && !acceptance.senderProven))
    return { delivered, repeated, receipts: [], refused: commonRefusal(results), separate: null }
  try {
    const reported = await pipeline.bounceFailures(mail, acceptance)
    return {
      delivered,
      repeated,
      receipts: [...receipts, ...reported],
      refused: null,
      separate: null,
    }
  } catch (thrown) {
    // Nobody would tell the sender: it is asked to come again, and then only the others get the mail.
    log.error({ err: thrown, mail: mail.id }, 'a bounce could not be queued')
    return { delivered, repeated, receipts: [], refused: replies.tryLater, separate: null }
  }
}

function describe(
  { lmtp }: Options,
  { session, recipients }: Receiving,
  { raw, headroom, digest, longestLine }: Extract<Collected, { kind: 'message' }>,
): InboundMail {
  const { mailFrom, smtpUtf8 } = session.envelope
  return {
    id: randomBytes(9).toString('base64url'),
    peer: peerOf(session, lmtp),
    sender: mailFrom === false ? '' : mailFrom.address,
    recipients,
    smtpUtf8: smtpUtf8 === true,
    raw,
    headroom,
    digest,
    longestLine,
  }
}

function peerOf(session: SMTPServerSession, lmtp: boolean): Peer {
  const { tlsOptions: cipher } = session
  return {
    ip: session.remoteAddress,
    helo: session.hostNameAppearsAs,
    protocol: lmtp ? 'LMTP' : session.openingCommand === 'EHLO' ? 'ESMTP' : 'SMTP',
    tls: cipher ? `${cipher.version} ${cipher.name}` : null,
  }
}
