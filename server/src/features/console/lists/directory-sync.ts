import type { SyncPlan } from '@hongyan/contract/console-sync'
import type { Database } from '../../../platform/db/pool.ts'
import { AppError } from '../../../platform/errors.ts'
import type { OrganisationId } from '../../../platform/ids.ts'
import type { Log } from '../../../platform/log.ts'
import { type Directory, normalAddress } from '../../directory/directory.public.ts'
import type { Ldap } from '../../ldap/ldap.public.ts'
import type { AtWork } from '../at-work.ts'
import type { ConsoleActs } from '../console-acts.ts'
import {
  noteSync,
  type SyncRow,
  saveSync,
  syncOf,
  syncsDue,
  type TiedPerson,
  tiedPeople,
} from './directory-sync.queries.ts'
import type { ListItem, PeopleLists } from './people-lists.ts'

export interface SyncParts {
  database: Database
  directory: Pick<Directory, 'domains'>
  ldap: Pick<Ldap, 'canSync' | 'everybody'>
  lists: Pick<PeopleLists, 'judge' | 'startNow' | 'ask' | 'disablingOf'>
  acts: ConsoleActs
  log: Log
}

type Entry = Awaited<ReturnType<Ldap['everybody']>>[number]

const defaults: SyncPlan = {
  everyHours: 0,
  filter: '(&(objectClass=person)(mail=*))',
  department: '',
  duties: 'title',
  phone: 'telephoneNumber',
  mostDisabledPercent: 20,
}

export type DirectorySync = ReturnType<typeof createDirectorySync>

/** People of the organisation's directory: judged like any list, disabled where they left, deleted never. */
export function createDirectorySync(parts: SyncParts) {
  const { database, ldap, acts } = parts
  const planOf = async (id: OrganisationId): Promise<SyncPlan & Partial<SyncRow>> =>
    (await syncOf(database, id)) ?? defaults
  return {
    one: async ({ admin }: AtWork) => {
      const { lastAt, lastRunId, trouble, ...row } = await planOf(admin.organisationId)
      const { everyHours, filter, department, duties, phone, mostDisabledPercent } = row
      return {
        available: ldap.canSync,
        plan: { everyHours, filter, department, duties, phone, mostDisabledPercent },
        lastAt: lastAt?.toISOString() ?? null,
        lastRunId: lastRunId ?? null,
        trouble: trouble ?? ('' as const),
      }
    },
    save: async (work: AtWork, plan: SyncPlan): Promise<void> => {
      const details = { everyHours: plan.everyHours, filter: plan.filter }
      await acts.doing(work, { act: 'sync-changed', details }, () =>
        saveSync(database, work.admin.organisationId, plan),
      )
    },
    /** @throws console.no-directory, console.nobody-there, login.directory-away */
    check: async ({ admin, ip }: AtWork): Promise<{ runId: number }> => {
      const who = { userId: admin.userId, who: admin.address, ip }
      const plan = await planOf(admin.organisationId)
      const { runId } = await judged(parts, admin.organisationId, { plan, who })
      await noteSync(database, admin.organisationId, { runId, trouble: '' })
      return { runId }
    },
    /** Whatever is due; where too many would be disabled an administrator is asked. */
    due: async (): Promise<void> => {
      if (!ldap.canSync) return
      for (const plan of await syncsDue(database)) await takeIn(parts, plan)
    },
  }
}

async function takeIn(parts: SyncParts, plan: SyncRow): Promise<void> {
  const { database, lists, log } = parts
  const { organisationId } = plan
  try {
    const who = { userId: null, who: '', ip: '' }
    const { runId, most } = await judged(parts, organisationId, { plan, who })
    await noteSync(database, organisationId, { runId, trouble: '' })
    if ((await lists.disablingOf(runId)) > most) await lists.ask(runId)
    else await lists.startNow({ organisationId }, runId)
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown
    log.warn({ code: thrown.code }, 'people were not taken from the directory')
    const trouble = thrown.code === 'console.nobody-there' ? 'nobody' : 'away'
    await noteSync(database, organisationId, { runId: null, trouble })
  }
}

/** A list of everybody there, and of those who are there no more. */
async function judged(
  { database, directory, ldap, lists }: SyncParts,
  organisationId: OrganisationId,
  {
    plan,
    who,
  }: { plan: SyncPlan; who: Pick<Parameters<PeopleLists['judge']>[0], 'userId' | 'who' | 'ip'> },
): Promise<{ runId: number; most: number }> {
  if (!ldap.canSync) throw new AppError('console.no-directory')
  const entries = await ldap.everybody(plan)
  // A directory that has nobody is a fault of its own, not everybody's leave.
  if (entries.length === 0) throw new AppError('console.nobody-there')
  const domains = await directory.domains()
  const tied = await tiedPeople(database, organisationId)
  const items = itemsOf(entries, tied, { domains, plan })
  const run = { organisationId, kind: 'directory' as const, name: 'LDAP', ...who }
  const active = tied.filter(({ disabled }) => !disabled).length
  const most = Math.floor((active * plan.mostDisabledPercent) / 100)
  return { runId: await lists.judge(run, { items, judging: null }), most }
}

interface Ground {
  domains: readonly string[]
  plan: SyncPlan
}

function itemsOf(
  entries: readonly Entry[],
  tied: readonly TiedPerson[],
  ground: Ground,
): ListItem[] {
  const known = new Map(tied.map((one) => [one.directoryId, one]))
  const there = new Set(entries.map(({ id }) => id))
  const here = entries.flatMap((entry) => itemOf(entry, known.get(entry.id), ground) ?? [])
  const left = tied
    .filter(({ directoryId, disabled }) => !there.has(directoryId) && !disabled)
    .map(({ address, directoryId }) => itemFor({ address, directoryId, disabled: true }))
  return [...here, ...left]
}

const itemFor = (wanted: ListItem['wanted']): ListItem => ({ wanted, bad: null, password: '' })

/** Null for who has no address of ours, and for who was never here and is shut out there. */
function itemOf(
  entry: Entry,
  known: TiedPerson | undefined,
  { domains, plan }: Ground,
): ListItem | null {
  const [domain = 'localhost'] = domains
  const addresses = entry.addresses.map((one) =>
    normalAddress(one.includes('@') ? one : `${one}@${domain}`),
  )
  const ours = addresses.find((one) => domains.includes(one.slice(one.lastIndexOf('@') + 1)))
  const address = known?.address ?? ours
  if (address === undefined || (!known && entry.shut)) return null
  const cut = (text: string, most: number) => text.trim().slice(0, most)
  return itemFor({
    address,
    directoryId: entry.id,
    name: cut(entry.name, 60) || address.slice(0, address.lastIndexOf('@')),
    department: entry.department.map((one) => cut(one, 60)),
    ...(plan.duties !== '' && { duties: cut(entry.duties, 60) }),
    ...(plan.phone !== '' && { phone: cut(entry.phone, 30) }),
    ...disabledBy(entry, known),
  })
}

/** Whom an administrator shut stays so; whom the directory shut it may let in again. */
function disabledBy({ shut }: Entry, known: TiedPerson | undefined): { disabled?: boolean } {
  if (shut) return { disabled: true }
  return known?.disabled && known.shutByDirectory ? { disabled: false } : {}
}
