import { randomBytes } from 'node:crypto'
import type { AlarmKind, AlarmSettings } from '@hongyan/contract/alarm-fields'
import type { Alarm, SendingHold } from '@hongyan/contract/console-alarms'
import type { Clock } from '../../platform/clock.ts'
import { seal } from '../../platform/crypto/seal.ts'
import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId, OrganisationId } from '../../platform/ids.ts'
import {
  alarmsOf,
  holdsOf,
  letSend,
  saveSecret,
  saveSettings,
  settingsRow,
} from './alarms.queries.ts'
import type { Known } from './known.ts'
import { secretAbout } from './tell.ts'

export interface ServiceParts {
  database: Database
  clock: Clock
  known: Known
  key: Buffer
  /** `host:port` that the owner of the machine lets us reach. */
  privateWebHosts: readonly string[]
}

export type Alarms = ReturnType<typeof createAlarmsService>

/** Alarms, settings and held accounts, for the console. */
export function createAlarmsService({
  database,
  clock,
  known,
  key,
  privateWebHosts,
}: ServiceParts) {
  return {
    list: async (organisation: OrganisationId, page: { before: number | null; limit: number }) => {
      const rows = await alarmsOf(database, organisation, page)
      return {
        list: rows.map(
          ({ since, endedAt, kind, ...row }): Alarm => ({
            ...row,
            kind: kind as AlarmKind,
            since: since.toISOString(),
            endedAt: endedAt?.toISOString() ?? null,
          }),
        ),
      }
    },
    holds: async (organisation: OrganisationId) => ({
      list: (await holdsOf(database, organisation)).map(
        ({ since, ...row }): SendingHold => ({ ...row, since: since.toISOString() }),
      ),
    }),
    /** @throws console.gone */
    release: async (organisation: OrganisationId, account: AccountId): Promise<void> => {
      const address = await letSend(database, organisation, { account, now: clock.now() })
      if (address === null) throw new AppError('console.gone')
    },
    settings: async (organisation: OrganisationId) => {
      const { settings } = await known.get()
      const { secret } = await settingsRow(database, organisation)
      return { settings, hasSecret: secret !== null }
    },
    /** @throws alarms.webhook, console.address */
    save: async (organisation: OrganisationId, settings: AlarmSettings): Promise<void> => {
      if (settings.webhook !== '' && !mayAsk(settings.webhook, privateWebHosts))
        throw new AppError('alarms.webhook')
      if (!settings.mailTo.every((one) => /^[^\s@<>,]+@[^\s@<>,]+$/.test(one)))
        throw new AppError('console.address')
      await saveSettings(database, organisation, settings)
      known.changed()
    },
    newSecret: async (organisation: OrganisationId): Promise<string> => {
      const secret = randomBytes(32).toString('hex')
      await saveSecret(database, organisation, seal(key, Buffer.from(secret), secretAbout))
      return secret
    },
  }
}

/** HTTPS on its own port, or a host that the machine's owner named; where a name leads is looked at with each call. */
function mayAsk(text: string, privateWebHosts: readonly string[]): boolean {
  const url = URL.parse(text)
  if (url === null) return false
  if (url.username !== '' || url.password !== '') return false
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  const isNamed = privateWebHosts.some(
    (one) => one.toLowerCase() === `${url.hostname}:${port}`.toLowerCase(),
  )
  if (isNamed) return url.protocol === 'https:' || url.protocol === 'http:'
  return url.protocol === 'https:' && url.port === ''
}
