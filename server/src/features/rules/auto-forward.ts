import type { AutoAnswerRow } from './auto-answers.queries.ts'
import { forwardedMail, mayForward } from './forwarded-mail.ts'
import type { IncomingMail, Step } from './incoming-mail.ts'
import { isAnswerOfProgram } from './may-reply.ts'
import type { RulesDeps } from './rules-deps.ts'

/** Where a mail is passed on to, by its rule and by the account's setting; each address once. */
export function forwardTargets(
  { autoForward }: RulesDeps,
  { mail, fields, own }: IncomingMail,
  { rule, answer }: { rule: readonly string[]; answer: AutoAnswerRow },
): string[] {
  if (!autoForward || !mayForward(fields, own)) return []
  if (isAnswerOfProgram(mail.sender, fields)) return []
  const always = answer.forwardEnabled ? answer.forwardTo : []
  const targets = new Map([...rule, ...always].map((one) => [one.toLowerCase(), one]))
  return [...targets].filter(([key]) => !own.has(key)).map(([, address]) => address)
}

/** Makes the mail that is passed on and the step that hands it to the outbox. */
export async function forwardStep(
  { blobs, outbox, mailstore, approval }: RulesDeps,
  { mail, recipient, own }: IncomingMail,
  targets: readonly string[],
): Promise<Step> {
  const { accountId, address } = recipient
  const [first = address] = own
  const raw = await forwardedMail(mail.message.raw, first)
  const recipients = targets.map((target) => ({ address: target, name: '', kind: 'to' as const }))
  const { parsed, hasAttachment: hasFiles } = mail.message
  const { subject: about } = parsed.envelope
  const judged = await approval.judge({
    ...{ accountId, writerId: accountId, recipients, raw, hasFiles },
    subject: about,
    sendKey: null,
    scheduledAt: null,
  })
  const blob = await blobs.put(judged.raw ?? raw)
  return async (tx, { messageId, folderId }) => {
    await outbox.submit(tx, {
      accountId,
      judged,
      // What somebody else wrote is never signed in the name of our domain.
      kind: mail.foreign ? 'forward' : 'mail',
      sendKey: null,
      // Failures come back to whoever passes the mail on, and SPF speaks for our own domain.
      envelopeFrom: first,
      blob,
      smtputf8: !isSevenBit(targets),
      authentication: mail.authentication,
      holdUntil: null,
      recipients,
    })
    await mailstore.record(tx, {
      accountId,
      kind: 'forward',
      messageId,
      folderId,
      peer: targets.join(', ').slice(0, 300),
      subject: about.slice(0, 1000),
    })
  }
}

const isSevenBit = (addresses: readonly string[]): boolean =>
  addresses.every((address) => /^[\x20-\x7e]*$/.test(address))
