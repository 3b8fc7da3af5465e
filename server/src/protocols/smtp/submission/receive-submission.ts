import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import { replies } from '../../../delivery/inbound/replies.ts'
import type { ProgramLogin } from '../../../features/client-access/client-access.public.ts'
import type { Compose } from '../../../features/compose/compose.public.ts'
import { runAs } from '../../../platform/actor.ts'
import { bytesInMemory } from '../../../platform/budget.ts'
import type { Gate } from '../../../platform/gate.ts'
import type { Log } from '../../../platform/log.ts'
import { refusal } from '../answers.ts'
import type { SmtpLimits } from '../limits.ts'
import { createCollector } from '../message-collector.ts'
import type { ConnectionWatch } from '../watch.ts'
import { mailWishes, recipientWishes } from './report-parameters.ts'
import { replyOf } from './submission-replies.ts'

interface Options {
  compose: Pick<Compose, 'submitRaw'>
  limits: SmtpLimits
  /** Bytes of messages on their way in. */
  onTheWay: Gate
  log: Log
}

export interface Submitting {
  stream: SMTPServerDataStream
  session: SMTPServerSession
  watch: ConnectionWatch
  holdUntil: Date | null
  /** Asked when the message is whole. @throws what is answered instead */
  login(): Promise<ProgramLogin>
  answer(error: Error | null, text?: string): void
}

/** Takes the bytes of one message, which wait on disk when they are many, and hands it to the outbox. */
export async function receiveSubmission(
  { compose, limits, onTheWay, log }: Options,
  { stream, session, watch, holdUntil, login, answer }: Submitting,
): Promise<void> {
  const collector = createCollector({
    limit: limits.messageSize,
    onTheWay,
    memory: bytesInMemory(),
    who: String(session.user),
  })
  watch.dataStarted()
  let isWhole = false
  try {
    for await (const chunk of stream) {
      watch.dataArrived(chunk.length)
      const busy = collector.push(chunk)
      if (busy) await busy
    }
    watch.dataComplete()
    isWhole = true
    const collected = await collector.finish()
    if (collected.kind !== 'message')
      throw refusal(collected.kind === 'too-large' ? replies.tooLarge : replies.storeFull)
    const { accountId } = await login()
    const { mailFrom, rcptTo, dsn } = session.envelope
    const ip = session.remoteAddress
    const { submissionId } = await runAs({ client: 'SMTP', ip, account: String(accountId) }, () =>
      compose.submitRaw({
        accountId,
        envelopeFrom: mailFrom === false ? '' : mailFrom.address,
        recipients: rcptTo.map((one) => ({ address: one.address, ...recipientWishes(one.dsn) })),
        wishes: mailWishes(dsn),
        raw: collected.raw,
        ...(holdUntil ? { holdUntil } : {}),
      }),
    )
    watch.dataEnded()
    watch.mailAnswered([])
    answer(null, `Queued as ${submissionId}`)
  } catch (thrown) {
    watch.dataEnded()
    // The connection broke before the final dot: there is no mail, and nobody to answer.
    if (!isWhole) return log.debug({ err: thrown }, 'a message was cut short')
    answer(answerTo(thrown, log))
  } finally {
    collector.release(false)
  }
}

function answerTo(thrown: unknown, log: Log): Error {
  if (thrown instanceof Error && 'responseCode' in thrown) return thrown
  const reply = replyOf(thrown)
  if (!reply) log.error({ err: thrown }, 'a submission failed')
  return refusal(reply ?? replies.tryLater)
}
