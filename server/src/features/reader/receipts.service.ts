import { type HeaderField, readHeaders } from '@hongyan/mime/headers'
import type { Address, Envelope } from '@hongyan/mime/types'
import { type NewSubmission, notByPeople } from '../../delivery/outbound/types.ts'
import type { StoredMessage } from '../../mailstore/messages/messages.queries.ts'
import { AppError } from '../../platform/errors.ts'
import { writesAs } from '../directory/directory.public.ts'
import type { FileReader, ReadingExtras } from '../messages/messages.public.ts'
import { findFor, type ReaderOptions } from './reader-options.ts'
import { answeredKeyword, buildReceipt, receiptRequest } from './receipts.ts'

/** Who asks to be told, when the person has not said never; nobody twice. */
export async function receiptFor(
  { settings, directory }: ReaderOptions,
  { person, accountId }: FileReader,
  { row, fields }: { row: StoredMessage; fields: HeaderField[] },
): Promise<ReadingExtras['receipt']> {
  if (row.keywords.includes(answeredKeyword)) return null
  const asked = receiptRequest(fields)
  if (!asked) return null
  const { readReceipt } = await settings.of(person.userId)
  if (readReceipt === 'never') return null
  const own = await directory.addressesOf(accountId)
  if (own.includes(asked.to.address.toLowerCase())) return null
  const { name, address } = asked.to
  return { to: { name, address }, auto: readReceipt === 'always' && asked.isSender }
}

/** The keyword and the receipt are one transaction: of many requests one sends it, once (RFC 3503). */
export async function answerReceipt(
  options: ReaderOptions,
  reader: FileReader,
  { mailId, answer }: { mailId: number; answer: 'send' | 'ignore' },
): Promise<void> {
  const { database, mailstore, outbox } = options
  const { accountId } = reader
  const row = await findFor(options, reader, mailId)
  const { header, parsed } = await mailstore.open(row)
  const asked = receiptRequest(readHeaders(header))
  if (!asked || row.draft || row.submissionId !== null) throw new AppError('receipt.not-asked')
  const receipt =
    answer === 'send'
      ? await makeReceipt(options, reader, { original: parsed.envelope, to: asked.to })
      : null
  const changes = await database.transaction(async (tx) => {
    const marked = await mailstore.addKeywordIn(tx, accountId, {
      id: row.id,
      keyword: answeredKeyword,
    })
    if (!marked) throw new AppError('receipt.not-asked')
    if (receipt) await outbox.submit(tx, receipt)
    return marked
  })
  mailstore.announce(changes)
  if (receipt) outbox.wake()
}

async function makeReceipt(
  { blobs, clock, hostname, directory, settings }: ReaderOptions,
  { userId, accountId, person }: FileReader,
  { original, to }: { original: Envelope; to: Address },
): Promise<NewSubmission> {
  const [user, [address = ''], { readReceipt }] = await Promise.all([
    directory.user(userId),
    directory.addressesOf(accountId),
    settings.of(person.userId),
  ])
  const raw = await buildReceipt({
    reader: { name: writesAs(user), address },
    to,
    original,
    automatic: readReceipt === 'always',
    hostname,
    now: clock.now(),
  })
  return {
    // Like a delivery report it belongs to nobody and comes from nobody (RFC 8098 §3).
    accountId: null,
    judged: notByPeople,
    kind: 'bounce',
    sendKey: null,
    envelopeFrom: '',
    blob: await blobs.put(raw),
    smtputf8: /[^\x20-\x7e]/.test(to.address + address),
    holdUntil: null,
    recipients: [{ address: to.address, name: to.name, kind: 'to' }],
  }
}
