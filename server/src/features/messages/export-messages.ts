import type { Readable } from 'node:stream'
import { authorisedMark } from '../../delivery/outbound/authorised-mark.ts'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { StoredMessage } from '../../mailstore/messages/messages.queries.ts'
import type { MessageRow, Viewer } from '../../mailstore/types.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId, SubmissionId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { freeNames } from '../../platform/names/unique-names.ts'
import { zipStream } from '../../platform/zip/zip.ts'

export interface Exported {
  name: string
  type: string
  bytes: Buffer | Readable
}

interface Options {
  mailstore: Mailstore
  log: Log
  /** False for a read-limited mail whose sender does not want it passed on. */
  mayForward(
    accountId: AccountId,
    mail: { mark: string | null; submissionId: SubmissionId | null },
  ): Promise<boolean>
}

/**
 * One message as it was received, or several as a zip that is made while it is sent; what may not be passed on is
 * refused (G86), or an empty file of the zip.
 * @throws item.not-found, mail.no-forward
 */
export async function exportMessages(
  options: Options,
  viewer: Viewer,
  rows: readonly MessageRow[],
): Promise<Exported> {
  const { mailstore, log } = options
  const [first] = rows
  if (!first) throw new AppError('item.not-found')
  if (rows.length === 1) {
    const stored = await mailstore.find(viewer, first.id)
    if (!stored) throw new AppError('item.not-found')
    const bytes = await exportable(options, viewer, stored)
    if (bytes === null) throw new AppError('mail.no-forward')
    return { name: emlName(first), type: 'message/rfc822', bytes }
  }
  const free = freeNames()
  const bytes = zipStream(
    rows.map((row) => ({
      name: free(emlName(row)),
      changedAt: row.receivedAt,
      bytes: async () => {
        const stored = await mailstore.find(viewer, row.id)
        return stored && exportable(options, viewer, stored)
      },
    })),
  )
  bytes.on('error', (thrown) => log.warn({ err: thrown }, 'an export broke off'))
  return { name: `mails-${rows.length}.zip`, type: 'application/zip', bytes }
}

/** The bytes of a mail; null when its sender does not want it passed on. */
async function exportable(
  { mailstore, mayForward }: Options,
  { accountId }: Viewer,
  row: StoredMessage,
): Promise<Buffer | null> {
  const raw = await mailstore.raw(row)
  // From outside the mark means nothing.
  const mark = row.authentication === null ? authorisedMark(raw) : null
  return (await mayForward(accountId, { mark, submissionId: row.submissionId })) ? raw : null
}

/** Characters that file systems refuse or that turn text round (T29). */
const unfit = /[\p{Cc}<>:"/\\|?*\u200b\u200e\u200f\u061c\u202a-\u202e\u2060-\u2069\ufeff]/gu

/** A file name from subject and day, without folders in it. */
export function emlName({
  subject,
  receivedAt,
}: Pick<MessageRow, 'subject' | 'receivedAt'>): string {
  const clean = subject
    .replace(unfit, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^[.\s]+/, '')
  const day = receivedAt.toISOString().slice(0, 10)
  return `${day} ${[...clean].slice(0, 60).join('').trim() || 'mail'}.eml`
}
