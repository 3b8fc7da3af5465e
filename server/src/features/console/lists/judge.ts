import type { PersonField, RowRefusal } from '@hongyan/contract/console-lists'
import type { Database, Db } from '../../../platform/db/pool.ts'
import type { AccountId, OrganisationId } from '../../../platform/ids.ts'
import { type Directory, normalAddress } from '../../directory/directory.public.ts'
import { isAddress, isOffice } from '../console-addresses.ts'
import type { AdminRow } from '../console-sessions.queries.ts'
import { mayActOn } from '../sight.ts'
import { allDepartments, type KnownPerson, ownersOf, peopleByAccount } from './known.queries.ts'
import { pathText, type Wanted } from './people-csv.ts'

/** By whose powers a list is judged; null: the server's own, which sees all. */
export type Judging = Pick<AdminRow, 'organisationId' | 'role' | 'departmentId' | 'address'> | null

export interface Departments {
  /** By the text of the path. */
  ids: Map<string, number>
  paths: Map<number, string[]>
  /** Whom a department administrator sees; null: everybody. */
  seen: Set<number> | null
}

export async function departmentsFor(
  db: Db,
  organisationId: OrganisationId,
  judging: Judging,
): Promise<Departments> {
  const rows = await allDepartments(db, organisationId)
  const byId = new Map(rows.map((one) => [one.id, one]))
  const paths = new Map<number, string[]>()
  const pathFor = (id: number): string[] => {
    const known = paths.get(id)
    if (known) return known
    const one = byId.get(id)
    if (!one) return []
    const path = [...(one.parentId === null ? [] : pathFor(one.parentId)), one.name]
    paths.set(id, path)
    return path
  }
  const ids = new Map<string, number>()
  for (const { id } of rows) {
    const text = pathText(pathFor(id))
    if (!ids.has(text)) ids.set(text, id)
  }
  if (judging?.role !== 'department') return { ids, paths, seen: null }
  const seen = new Set<number>()
  const isSeen = (id: number | null): boolean => {
    if (id === null) return false
    return id === judging.departmentId || isSeen(byId.get(id)?.parentId ?? null)
  }
  for (const { id } of rows) if (isSeen(id)) seen.add(id)
  return { ids, paths, seen }
}

export interface Verdict {
  outcome: 'new' | 'changed' | 'same' | 'refused'
  fields: PersonField[]
  why: RowRefusal | null
  known: KnownPerson | null
}

interface Ground {
  judging: Judging
  departments: Departments
  domains: ReadonlySet<string>
  /** Addresses of earlier rows. */
  taken: Set<string>
}

export interface Item {
  wanted: Wanted
  bad: RowRefusal | null
}

/** Spells addresses as they are kept. */
export function spelled(wanted: Wanted, domain: string): Wanted {
  const whole = (one: string) => normalAddress(one.includes('@') ? one : `${one}@${domain}`)
  return {
    ...wanted,
    address: wanted.address === '' ? '' : whole(wanted.address),
    ...(wanted.aliases ? { aliases: wanted.aliases.map(whole).sort() } : {}),
  }
}

export async function domainsOf({ domains }: Pick<Directory, 'domains'>): Promise<Set<string>> {
  return new Set(await domains())
}

/** What would become of some rows: what is asked of the database is asked once for all of them. */
export async function judgeAll(
  db: Database | Db,
  organisationId: OrganisationId,
  { items, ...ground }: Ground & { items: readonly Item[] },
): Promise<Verdict[]> {
  const asked = items.flatMap(({ wanted }) => [wanted.address, ...(wanted.aliases ?? [])])
  const owners = await ownersOf(db, [...new Set(asked)])
  const current = new Map(owners.filter((one) => !one.former).map((one) => [one.address, one]))
  const former = new Map(owners.filter((one) => one.former).map((one) => [one.address, one]))
  const ids = [...new Set([...current.values()].map(({ accountId }) => accountId))]
  const people = new Map(
    (await peopleByAccount(db, organisationId, ids)).map((one) => [one.accountId, one]),
  )
  return items.map((item) => {
    const verdict = judge(item, { ...ground, current, former, people })
    // What is refused takes nothing away from the rows after it.
    if (verdict.outcome !== 'refused')
      for (const one of [item.wanted.address, ...(item.wanted.aliases ?? [])]) ground.taken.add(one)
    return verdict
  })
}

interface Facts extends Ground {
  current: Map<string, { accountId: AccountId }>
  former: Map<string, { accountId: AccountId }>
  people: Map<AccountId, KnownPerson>
}

const refused = (why: RowRefusal, known: KnownPerson | null = null): Verdict => ({
  outcome: 'refused',
  fields: [],
  why,
  known,
})

function judge({ wanted, bad }: Item, facts: Facts): Verdict {
  const { address } = wanted
  const form = bad ?? mainTrouble(address, facts)
  if (form) return refused(form)
  const owner = facts.current.get(address)
  const known = owner ? (facts.people.get(owner.accountId) ?? null) : null
  // By its main address alone: an alias is no name for a row.
  if (owner && known?.address !== address) return refused('taken')
  const trouble = outOfReach(wanted, known, facts) ?? addressTrouble(wanted, known, facts)
  if (trouble) return refused(trouble, known)
  if (known) return judgeKnown(wanted, known, facts)
  const hasName = (wanted.name ?? '') !== ''
  return hasName ? { outcome: 'new', fields: [], why: null, known } : refused('name')
}

function judgeKnown(wanted: Wanted, known: KnownPerson, facts: Facts): Verdict {
  const fields = changesOf(wanted, known, facts.departments)
  const isTied = wanted.directoryId === undefined || wanted.directoryId === known.directoryId
  if (fields.length === 0 && (isTied || !known.mayTie))
    return { outcome: 'same', fields, why: null, known }
  const limit = limitOf(wanted, known, { fields, judging: facts.judging })
  return limit ? refused(limit, known) : { outcome: 'changed', fields, why: null, known }
}

function mainTrouble(address: string, { domains, taken }: Facts): RowRefusal | null {
  if (!isAddress(address)) return 'address'
  if (!domains.has(address.slice(address.lastIndexOf('@') + 1))) return 'domain'
  return taken.has(address) ? 'twice' : null
}

/** Who or which department is not the administrator's: only one of a subtree has such limits. */
function outOfReach(
  { department }: Wanted,
  known: KnownPerson | null,
  { departments: { ids, seen } }: Facts,
): RowRefusal | null {
  if (seen === null) return null
  const isSeen = (id: number | null | undefined) => typeof id === 'number' && seen.has(id)
  if (known && !isSeen(known.departmentId)) return 'outside'
  if (department === undefined) return known ? null : 'department'
  return isSeen(ids.get(pathText(department))) ? null : 'department'
}

function addressTrouble(
  { address, aliases = [] }: Wanted,
  known: KnownPerson | null,
  facts: Facts,
): RowRefusal | null {
  for (const one of known ? aliases : [address, ...aliases]) {
    const trouble = formTrouble(one, known, facts) ?? ownerTrouble(one, known, facts)
    if (trouble) return trouble
  }
  return null
}

function formTrouble(
  address: string,
  known: KnownPerson | null,
  { judging, domains, taken }: Facts,
): RowRefusal | null {
  if (!isAddress(address)) return 'address'
  if (!domains.has(address.slice(address.lastIndexOf('@') + 1))) return 'domain'
  const isNew = !known?.aliases.includes(address)
  if (judging?.role === 'department' && isNew && isOffice(address)) return 'reserved'
  return taken.has(address) ? 'twice' : null
}

function ownerTrouble(
  address: string,
  known: KnownPerson | null,
  { current, former }: Facts,
): RowRefusal | null {
  const owner = current.get(address)
  if (owner && owner.accountId !== known?.accountId) return 'taken'
  const before = former.get(address)
  return before && before.accountId !== known?.accountId ? 'former' : null
}

/** What a row would change of somebody. */
function changesOf(wanted: Wanted, known: KnownPerson, { paths }: Departments): PersonField[] {
  const path = pathText(known.departmentId === null ? [] : (paths.get(known.departmentId) ?? []))
  const until = known.validUntil?.toISOString() ?? null
  const differs: Record<PersonField, boolean> = {
    name: wanted.name !== undefined && wanted.name !== known.name,
    department: wanted.department !== undefined && pathText(wanted.department) !== path,
    duties: wanted.duties !== undefined && wanted.duties !== known.duties,
    phone: wanted.phone !== undefined && wanted.phone !== known.phone,
    quota: wanted.quotaBytes !== undefined && wanted.quotaBytes !== known.quotaBytes,
    aliases: aliasChange(wanted, known) !== null,
    disabled: wanted.disabled !== undefined && wanted.disabled !== known.disabled,
    validUntil: wanted.validUntil !== undefined && wanted.validUntil !== until,
  }
  return (Object.keys(differs) as PersonField[]).filter((field) => differs[field])
}

/** Aliases to give and to take; those that people gave themselves stay. */
export function aliasChange(
  { aliases, address }: Wanted,
  known: Pick<KnownPerson, 'aliases' | 'own'>,
): { give: string[]; take: string[] } | null {
  if (!aliases) return null
  const give = aliases.filter((one) => one !== address && !known.aliases.includes(one))
  const take = known.aliases.filter((one) => !aliases.includes(one) && !known.own.includes(one))
  return give.length + take.length > 0 ? { give, take } : null
}

function limitOf(
  wanted: Wanted,
  known: KnownPerson,
  { fields, judging }: { fields: readonly PersonField[]; judging: Judging },
): RowRefusal | null {
  const shuts =
    (fields.includes('disabled') && wanted.disabled === true) || fields.includes('validUntil')
  if (shuts && judging?.address === known.address) return 'yourself'
  if (shuts && known.role === 'owner') return 'owner'
  // The directory changes what it knows of everybody.
  return judging && !mayActOn(judging, known) ? 'higher' : null
}
