import { type ProtectionSettings, protectionSettings } from '@hongyan/contract/protection-fields'
import type { Database } from '../../platform/db/pool.ts'
import type { Events } from '../../platform/events/events.ts'
import type { AccountId, OrganisationId } from '../../platform/ids.ts'
import { settingsRow, type Verdict, verdictsOf } from './protection.queries.ts'

/** A list of senders by address and domain, in lower case. */
export type SenderList = ReadonlyMap<string, Verdict>

/** What delivery asks for each mail, from memory; every process hears of changes. */
export interface Known {
  /** Null before there is an organisation. */
  organisation(): Promise<OrganisationId | null>
  settings(): Promise<ProtectionSettings>
  /** The organisation's own list. */
  list(): Promise<SenderList>
  listOf(accountId: AccountId): Promise<SenderList>
  changed(): void
  listChanged(accountId: AccountId): void
}

interface Options {
  database: Database
  events: Events
  directory: { organisation(): Promise<{ id: OrganisationId } | null> }
}

const topic = 'protection.changed'
/** Mailboxes whose lists are remembered; more than that and all are read again. */
const most = 20_000

interface OfAll {
  organisation: OrganisationId | null
  settings: ProtectionSettings
  list: SenderList
}

const readSettings = (row: unknown): ProtectionSettings => {
  const read = protectionSettings.safeParse(row)
  return read.success ? read.data : protectionSettings.parse({})
}

export function createKnown({ database, events, directory }: Options): Known {
  let ofAll: Promise<OfAll> | null = null
  const lists = new Map<AccountId, Promise<SenderList>>()
  const forget = (): void => {
    ofAll = null
    lists.clear()
  }
  events.on(topic, (payload) => {
    const { accountId } = payload as { accountId: AccountId | null }
    if (accountId === null) forget()
    else lists.delete(accountId)
  })
  events.onGap(forget)

  const load = async (): Promise<OfAll> => {
    const organisation = (await directory.organisation())?.id ?? null
    if (organisation === null) return { organisation, settings: readSettings({}), list: new Map() }
    const [row, rows] = await Promise.all([
      settingsRow(database, organisation),
      verdictsOf(database, { organisation, accountId: null }),
    ])
    return { organisation, settings: readSettings(row), list: asList(rows) }
  }
  const all = async (): Promise<OfAll> => {
    if (ofAll) return ofAll
    const loading = load()
    ofAll = loading
    loading.then(
      // One that is about to be made is asked for again.
      ({ organisation }) => organisation === null && forget(),
      () => forget(),
    )
    return loading
  }
  const loadList = async (accountId: AccountId): Promise<SenderList> => {
    const { organisation } = await all()
    if (organisation === null) return new Map()
    return asList(await verdictsOf(database, { organisation, accountId }))
  }
  return {
    organisation: async () => (await all()).organisation,
    settings: async () => (await all()).settings,
    list: async () => (await all()).list,
    listOf: (accountId) => {
      const before = lists.get(accountId)
      if (before) return before
      if (lists.size >= most) lists.clear()
      const loading = loadList(accountId)
      lists.set(accountId, loading)
      loading.catch(() => lists.delete(accountId))
      return loading
    },
    changed: () => events.announce(topic, { accountId: null }),
    listChanged: (accountId) => events.announce(topic, { accountId }),
  }
}

const asList = (rows: readonly { sender: string; verdict: Verdict }[]): SenderList =>
  new Map(rows.map(({ sender, verdict }) => [sender, verdict]))
