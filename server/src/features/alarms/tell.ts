import { createHmac } from 'node:crypto'
import type { AlarmKind } from '@hongyan/contract/alarm-fields'
import type { Outbox } from '../../delivery/outbound/outbox.ts'
import { notByPeople } from '../../delivery/outbound/types.ts'
import type { BlobStore } from '../../platform/blobs/blobs.ts'
import type { Clock } from '../../platform/clock.ts'
import { unseal } from '../../platform/crypto/seal.ts'
import type { Database } from '../../platform/db/pool.ts'
import type { GuardedFetch } from '../../platform/net/guarded-fetch.ts'
import { alarmMail } from './alarm-mail.ts'
import { alarmById, settingsRow } from './alarms.queries.ts'
import type { Known } from './known.ts'

export const mailTask = 'tell-alarm-by-mail'
export const webhookTask = 'tell-alarm-by-webhook'

export interface TellParts {
  database: Database
  blobs: BlobStore
  outbox: Pick<Outbox, 'submit' | 'wake'>
  clock: Clock
  known: Known
  web: GuardedFetch
  /** Opens the secret of the webhook. */
  key: Buffer
  domains(): Promise<string[]>
}

/** What the secret of a webhook is sealed for. */
export const secretAbout = 'alarm webhook'
const longestAnswer = 64 * 1024

/** Tells people of an alarm; a job that throws is tried again with growing waits. */
export function createTelling(parts: TellParts) {
  const { database, blobs, outbox, clock, known, web } = parts
  const alarmOf = async (payload: unknown) =>
    alarmById(database, Number((payload as { id: number }).id))
  return {
    byMail: async (payload: unknown): Promise<void> => {
      const alarm = await alarmOf(payload)
      const { mailTo } = (await known.get()).settings
      if (!alarm || mailTo.length === 0) return
      const [domain = 'localhost'] = await parts.domains()
      const kind = alarm.kind as AlarmKind
      const mails = await Promise.all(
        mailTo.map(async (to) => {
          const raw = await alarmMail({ ...alarm, kind, to, domain, now: clock.now() })
          return { to, blob: await blobs.put(raw) }
        }),
      )
      await database.transaction(async (tx) => {
        for (const { to, blob } of mails)
          await outbox.submit(tx, {
            accountId: null,
            judged: notByPeople,
            kind: 'bounce',
            sendKey: null,
            envelopeFrom: '',
            blob,
            smtputf8: /[^\x20-\x7e]/.test(to),
            holdUntil: null,
            recipients: [{ address: to, name: '', kind: 'to' }],
          })
      })
      outbox.wake()
    },
    /** @throws where it was not taken */
    byWebhook: async (payload: unknown): Promise<void> => {
      const alarm = await alarmOf(payload)
      const { webhook } = (await known.get()).settings
      if (!alarm || webhook === '') return
      const { secret } = await settingsRow(database, alarm.organisationId)
      const { id, kind, about, figure, since, organisation } = alarm
      const body = JSON.stringify({ id, kind, about, figure, since, organisation })
      const time = String(Math.floor(clock.now().getTime() / 1_000))
      const answer = await web.fetch({
        url: webhook,
        method: 'POST',
        accept: '*/*',
        type: 'application/json',
        body,
        headers: {
          'X-Hongyan-Time': time,
          ...(secret && {
            'X-Hongyan-Signature': signatureOf(unseal(parts.key, secret, secretAbout), time, body),
          }),
        },
        maxBytes: longestAnswer,
        maxRedirects: 0,
      })
      if (answer.status < 200 || answer.status > 299)
        throw new Error(`the webhook of alarms answered ${answer.status}`)
    },
  }
}

/** Over time and body, so that neither can be changed, nor an old one be said again unnoticed. */
const signatureOf = (secret: Buffer, time: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`
