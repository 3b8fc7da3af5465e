import { type AlarmSettings, alarmSettings } from '@hongyan/contract/alarm-fields'
import type { Database } from '../../platform/db/pool.ts'
import type { Events } from '../../platform/events/events.ts'
import type { OrganisationId } from '../../platform/ids.ts'
import { settingsRow } from './alarms.queries.ts'

interface Options {
  database: Database
  events: Events
  directory: { organisation(): Promise<{ id: OrganisationId } | null> }
}

export interface OfAll {
  /** Null before there is an organisation. */
  organisation: OrganisationId | null
  settings: AlarmSettings
}

const topic = 'alarms.changed'

/** The settings, from memory; every process hears of changes. */
export function createKnown({ database, events, directory }: Options) {
  let kept: Promise<OfAll> | null = null
  const forget = (): void => {
    kept = null
  }
  events.on(topic, forget)
  events.onGap(forget)
  const load = async (): Promise<OfAll> => {
    const organisation = (await directory.organisation())?.id ?? null
    const row = organisation === null ? null : await settingsRow(database, organisation)
    const read = alarmSettings.safeParse(row?.settings ?? {})
    return { organisation, settings: read.success ? read.data : alarmSettings.parse({}) }
  }
  return {
    get: async (): Promise<OfAll> => {
      kept ??= load()
      try {
        const known = await kept
        if (known.organisation === null) forget()
        return known
      } catch (thrown) {
        forget()
        throw thrown
      }
    },
    changed: (): void => {
      forget()
      events.announce(topic, {})
    },
  }
}

export type Known = ReturnType<typeof createKnown>
