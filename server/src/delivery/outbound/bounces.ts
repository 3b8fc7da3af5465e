import { domainToASCII } from 'node:url'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { Change, KeptMessage } from '../../mailstore/types.ts'
import { retainBlobs } from '../../platform/blobs/blobs.queries.ts'
import type { BlobStore } from '../../platform/blobs/blobs.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { AccountId } from '../../platform/ids.ts'
import { buildDsn, mustReturnAll } from './dsn.ts'
import type { DsnRecipient } from './dsn-types.ts'
import { insertRecipients, insertSubmission } from './outbox.queries.ts'
import type { DsnAction, MailWishes } from './report-wishes.ts'
import { type NewSubmission, notByPeople, type OutboundDirectory } from './types.ts'

/** A report that is ready to be stored in the transaction of the change it tells of. */
export type Report =
  | { kind: 'local'; accountId: AccountId; message: KeptMessage }
  | { kind: 'outside'; submission: NewSubmission }

export interface ReportRequest {
  action: DsnAction
  envelopeFrom: string
  recipients: readonly DsnRecipient[]
  original: Buffer
  subject: string
  arrived: Date
  wishes?: MailWishes
}

/** Writes delivery reports and puts them where they belong. */
export interface Bounces {
  /** Null for mail that must not be answered: a bounce never causes another one (RFC 5321 §6.1). */
  prepare(request: ReportRequest): Promise<Report | null>
  storeIn(tx: Db, report: Report): Promise<Change[]>
}

interface Options {
  mailstore: Mailstore
  blobs: BlobStore
  directory: OutboundDirectory
  clock: Clock
  hostname: string
}

export function createBounces({ mailstore, blobs, directory, clock, hostname }: Options): Bounces {
  const reportDomain = async (request: ReportRequest): Promise<string> => {
    const candidates = [request.envelopeFrom, ...request.recipients.map((one) => one.address)]
    for (const address of candidates) {
      const domain = domainOf(address)
      if (await directory.isLocalDomain(domain)) return domain
    }
    return hostname
  }

  return {
    prepare: async (request) => {
      const { envelopeFrom } = request
      if (envelopeFrom === '' || isRobot(envelopeFrom)) return null
      const isHere = await directory.isLocalDomain(domainOf(envelopeFrom))
      const found = isHere ? await directory.findRecipient(envelopeFrom) : null
      if (isHere && !found) return null
      const raw = await buildDsn({
        ...request,
        ...(found ? await wishesWithin(mailstore, found.accountId, request) : {}),
        to: envelopeFrom,
        now: clock.now(),
        hostname,
        domain: await reportDomain(request),
      })
      if (found)
        return {
          kind: 'local',
          accountId: found.accountId,
          message: await mailstore.keep(raw),
        }
      const blob = await blobs.put(raw)
      return { kind: 'outside', submission: bounceSubmission(envelopeFrom, blob) }
    },
    storeIn: async (tx, report) => {
      if (report.kind === 'local') {
        const { accountId, message } = report
        const receivedAt = clock.now()
        const { changes } = await mailstore.storeIn(tx, message, [
          {
            accountId,
            folder: 'inbox',
            receivedAt,
            notify: true,
            ignoreQuota: true,
            log: { kind: 'receive', client: '', ip: '' },
          },
        ])
        return changes
      }
      await insertBounce(tx, report.submission, clock.now())
      return []
    },
  }
}

/** A report comes to a full mailbox too: there without the whole mail, so that what is sent to nobody fills it no further. */
async function wishesWithin(
  mailstore: Mailstore,
  accountId: AccountId,
  request: ReportRequest,
): Promise<Pick<ReportRequest, 'wishes'>> {
  const { wishes, original } = request
  if (!wishes || !mustReturnAll(request)) return {}
  const state = await mailstore.state(accountId)
  // In base64, and with what is said about it, it is larger.
  const hasRoom = state && state.used + original.length * 2 <= state.quota
  return hasRoom ? {} : { wishes: { ...wishes, ret: 'HDRS' } }
}

async function insertBounce(tx: Db, submission: NewSubmission, now: Date): Promise<void> {
  const id = await insertSubmission(tx, submission, now)
  if (id === null) return
  await retainBlobs(tx, [submission.blob])
  const recipients = submission.recipients.map((one) => ({
    ...one,
    domain: domainOf(one.address),
  }))
  await insertRecipients(tx, id, { recipients, due: now, now })
}

const bounceSubmission = (address: string, blob: NewSubmission['blob']): NewSubmission => ({
  accountId: null,
  judged: notByPeople,
  kind: 'bounce',
  sendKey: null,
  envelopeFrom: '',
  blob,
  smtputf8: /[^\x20-\x7e]/.test(address),
  holdUntil: null,
  recipients: [{ address, name: '', kind: 'to' }],
})

/** In the ASCII form that is looked up (RFC 5890); '' when there is none. */
export const domainOf = (address: string): string =>
  domainToASCII(address.slice(address.lastIndexOf('@') + 1))

/** Senders that are programs: answering them answers nobody, or starts a loop. */
const isRobot = (address: string): boolean => /^mailer-daemon@/i.test(address)
