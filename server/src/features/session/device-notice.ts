import { hash } from 'node:crypto'
import { clientName } from '@hongyan/contract/client-name'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Db } from '../../platform/db/pool.ts'
import type { AccountId, UserId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { localTime, type TimeStyle } from '../../platform/local-time.ts'
import type { Directory } from '../directory/directory.public.ts'
import { deviceMail } from './device-mail.ts'

const task = 'new-device-notice'

/** Mails of a day about new devices; the log of the account tells of all of them. */
export const mostNotices = 5

/** A login from a browser that had never been in this mailbox. */
export interface NewDevice {
  userId: UserId
  accountId: AccountId
  ip: string
  userAgent: string
  /** ISO 8601. */
  at: string
  /** No more mails about it today. */
  isLast: boolean
}

export interface NoticeParts {
  database: Database
  mailstore: Pick<Mailstore, 'keep' | 'storeIn' | 'announce'>
  directory: Pick<Directory, 'user'>
  /** How the owner reads texts and times. */
  settings: { of(userId: UserId): Promise<TimeStyle> }
  jobs: Pick<Jobs, 'register'>
  clock: Clock
}

/** In the transaction of the login: the mail is written after it, and nobody waits for it. */
export const noteDevice = (jobs: Pick<Jobs, 'enqueue'>, tx: Db, device: NewDevice): Promise<void> =>
  jobs.enqueue(tx, { task, payload: device })

/** Before the jobs start: the owner is told in the inbox, past rules and quota, in the own language and time. */
export function registerDeviceNotices(parts: NoticeParts): void {
  const { database, mailstore, directory, settings, jobs, clock } = parts
  jobs.register(task, async (payload) => {
    const { userId, accountId, ip, userAgent, at, isLast } = payload as NewDevice
    const user = await directory.user(userId)
    if (!user) return
    const style = await settings.of(userId)
    const raw = await deviceMail({
      to: user.address,
      language: style.language,
      program: clientName(userAgent),
      ip,
      time: localTime(new Date(at), style),
      now: clock.now(),
      isLast,
    })
    const message = await mailstore.keep(raw)
    const { changes } = await database.transaction((tx) =>
      mailstore.storeIn(tx, message, [
        {
          accountId,
          folder: 'inbox',
          receivedAt: clock.now(),
          notify: true,
          ignoreQuota: true,
          // The job is done again where a process ends between this mail and the job's own end.
          receipt: receiptOf(payload as NewDevice),
          log: { kind: 'receive', client: '', ip: '' },
        },
      ]),
    )
    mailstore.announce(changes)
  })
}

/** By which a login's second notice is known. */
const receiptOf = ({ accountId, ip, userAgent, at }: NewDevice): Buffer =>
  hash('sha256', ['new-device', accountId, at, ip, userAgent].join('\0'), 'buffer')
