import { isAscii, newMessageId } from '../compose/compose.public.ts'
import { writesAs } from '../directory/directory.public.ts'
import { type AutoAnswerRow, hadReply, takeReply } from './auto-answers.queries.ts'
import type { IncomingMail, Step } from './incoming-mail.ts'
import { mayReply } from './may-reply.ts'
import { replyMail } from './reply-mail.ts'
import type { RulesDeps } from './rules-deps.ts'

/**
 * The step that answers a mail; null when it is not to be answered, or its sender had an answer this week.
 * @throws policy.*, sensitivity.missing where nobody can be asked
 */
export async function replyStep(
  deps: RulesDeps,
  { mail, recipient, fields, own }: IncomingMail,
  answer: AutoAnswerRow,
): Promise<Step | null> {
  const { database, blobs, outbox, mailstore, clock } = deps
  const { envelope } = mail.message.parsed
  const now = clock.now()
  if (!isOn(answer, now)) return null
  // Whoever is named as the sender of a forged mail has asked nothing (RFC 3834 section 2, backscatter).
  if (!mail.senderProven) return null
  const recipients = [...envelope.to, ...envelope.cc]
  if (!mayReply({ sender: mail.sender, fields, recipients, own })) return null
  const { accountId } = recipient
  const replied = { accountId, address: mail.sender.toLowerCase(), now }
  if (await hadReply(database, replied)) return null
  const raw = await writeReply(deps, { mail, recipient, answer, now })
  if (!raw) return null
  const blob = await blobs.put(raw)
  const to = [{ address: mail.sender, name: '', kind: 'to' as const }]
  const judged = await deps.approval.judge({
    ...{ accountId, writerId: accountId, recipients: to, raw, hasFiles: false },
    subject: envelope.subject,
    sendKey: null,
    scheduledAt: null,
  })
  return async (tx, { messageId, folderId }) => {
    if (!(await takeReply(tx, replied))) return
    await outbox.submit(tx, {
      accountId,
      judged,
      kind: 'mail',
      sendKey: null,
      // Nobody answers an answer (RFC 3834 section 3.3).
      envelopeFrom: '',
      blob,
      smtputf8: !isAscii(mail.sender),
      holdUntil: null,
      recipients: to,
    })
    const subject = envelope.subject.slice(0, 1000)
    const line = { accountId, messageId, folderId, peer: mail.sender, subject }
    await mailstore.record(tx, { ...line, kind: 'auto-reply' })
  }
}

const isOn = ({ replyEnabled, replyFrom, replyUntil }: AutoAnswerRow, now: Date): boolean =>
  replyEnabled &&
  (replyFrom === null || replyFrom <= now) &&
  (replyUntil === null || now < replyUntil)

async function writeReply(
  { directory, settings, approval }: RulesDeps,
  {
    mail,
    recipient,
    answer,
    now,
  }: Pick<IncomingMail, 'mail' | 'recipient'> & { answer: AutoAnswerRow; now: Date },
): Promise<Buffer | null> {
  const owner = await directory.ownerOf(recipient.accountId)
  if (!owner) return null
  const { language } = await settings.of(owner.userId)
  const { subject, messageId, references } = mail.message.parsed.envelope
  return replyMail({
    from: { name: writesAs(owner), address: owner.address },
    to: mail.sender,
    subject,
    content: answer.replyContent,
    language,
    messageId: newMessageId(owner.address),
    inReplyTo: messageId,
    references,
    date: now,
    label: await approval.sensitivity.fieldsMissingIn(recipient.accountId, new Uint8Array()),
  })
}
