import { domainToASCII } from 'node:url'
import type { CheckedRecord, ConsoleDomain, DnsRecord } from '@hongyan/contract/console-domains'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { AtWork, ConsoleActs } from '../console/console.public.ts'
import type { Directory } from '../directory/directory.public.ts'
import { checkRecords } from './check-records.ts'
import { newDkimKey } from './dkim-key.ts'
import { type Places, recordsOf } from './domain-records.ts'
import {
  countDomains,
  deleteDomain,
  domainByName,
  domainsOf,
  insertDomain,
  insertKey,
  isUsed,
  keysOf,
  lockDomains,
  setCatchAll,
} from './domains.queries.ts'

export interface DomainParts {
  database: Database
  directory: Pick<Directory, 'findRecipient'>
  clock: Clock
  config: Places & { dnsServers: string[] }
  acts: ConsoleActs
}

/** Domains as an administrator adds, changes and removes them. */
export function createDomains(parts: DomainParts) {
  const { database, config } = parts
  const records = async (work: AtWork, name: string): Promise<DnsRecord[]> => {
    const row = await known(parts, work, name)
    const keys = await keysOf(database, [row.name])
    return recordsOf({ name: row.name, keys }, config)
  }
  return {
    list: async ({ admin }: AtWork): Promise<{ list: ConsoleDomain[] }> => {
      const rows = await domainsOf(database, admin.organisationId)
      const keys = await keysOf(
        database,
        rows.map((row) => row.name),
      )
      return {
        list: rows.map((row) => ({
          ...row,
          keys: keys
            .filter((key) => key.domain === row.name)
            .map(({ selector, state, createdAt }) => ({
              ...{ selector, state },
              createdAt: createdAt.toISOString(),
            })),
        })),
      }
    },
    add: (work: AtWork, wanted: Wanted) => add(parts, work, wanted),
    remove: (work: AtWork, name: string) => remove(parts, work, name),
    change: (work: AtWork, name: string, catchAll: string) =>
      change(parts, work, { name, catchAll }),
    /** As it is kept. @throws item.not-found */
    nameOf: async (work: AtWork, name: string) => (await known(parts, work, name)).name,
    /** @throws item.not-found */
    records: async (work: AtWork, name: string) => ({ list: await records(work, name) }),
    /** @throws item.not-found */
    check: async (work: AtWork, name: string): Promise<{ list: CheckedRecord[] }> => ({
      list: await checkRecords(await records(work, name), config.dnsServers),
    }),
  }
}

/** The domain, where it is the organisation's. @throws item.not-found */
export async function known(
  { database }: Pick<DomainParts, 'database'>,
  { admin }: AtWork,
  name: string,
) {
  const row = await domainByName(database, admin.organisationId, normalDomain(name))
  if (!row) throw new AppError('item.not-found')
  return row
}

/** Lower case and ASCII (RFC 5890), as they are kept; '' for what is no name. */
const normalDomain = (name: string): string =>
  domainToASCII(name.trim().replace(/\.$/, '')).toLowerCase()

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** A name with a dot, of labels that a host may have (RFC 1123); the last is no number, as that of an IP address is. */
function isDomain(name: string): boolean {
  const labels = name.split('.')
  const isNumber = /^\d+$/.test(labels.at(-1) ?? '')
  return (
    name.length <= 253 && labels.length > 1 && !isNumber && labels.every((one) => label.test(one))
  )
}

interface Wanted {
  name: string
  aliasOf: string | null
}

/** @throws domain.bad-name, domain.taken, domain.alias */
async function add({ database, acts }: DomainParts, work: AtWork, wanted: Wanted): Promise<void> {
  const name = normalDomain(wanted.name)
  if (!isDomain(name)) throw new AppError('domain.bad-name')
  const { organisationId } = work.admin
  const aliasOf = wanted.aliasOf === null ? null : normalDomain(wanted.aliasOf)
  const privateKey = await newDkimKey()
  await acts.doing(work, { act: 'domain-added', whom: name, details: { aliasOf } }, () =>
    database.transaction(async (tx) => {
      await lockDomains(tx, organisationId)
      if (aliasOf !== null) {
        const target = await domainByName(tx, organisationId, aliasOf)
        if (!target || target.aliasOf !== null) throw new AppError('domain.alias')
      }
      if ((await insertDomain(tx, { name, organisationId, aliasOf })) === 0)
        throw new AppError('domain.taken')
      await insertKey(tx, { domain: name, selector: 'hongyan', privateKey, state: 'signing' })
    }),
  )
}

/** @throws item.not-found, domain.in-use, domain.last */
async function remove(parts: DomainParts, work: AtWork, wanted: string): Promise<void> {
  const { database, acts } = parts
  const { name, aliasOf } = await known(parts, work, wanted)
  const { organisationId } = work.admin
  await acts.doing(work, { act: 'domain-removed', whom: name }, () =>
    database.transaction(async (tx) => {
      await lockDomains(tx, organisationId)
      if (await isUsed(tx, name)) throw new AppError('domain.in-use')
      if (aliasOf === null && (await countDomains(tx, organisationId)) < 2)
        throw new AppError('domain.last')
      await deleteDomain(tx, name)
    }),
  )
}

/** @throws item.not-found, domain.catch-all */
async function change(
  parts: DomainParts,
  work: AtWork,
  { name: wanted, catchAll }: { name: string; catchAll: string },
): Promise<void> {
  const { database, directory, acts } = parts
  const { name } = await known(parts, work, wanted)
  const box = catchAll === '' ? null : await directory.findRecipient(catchAll)
  if (catchAll !== '' && box?.organisationId !== work.admin.organisationId)
    throw new AppError('domain.catch-all')
  const details = { catchAll: box?.address ?? '' }
  await acts.doing(work, { act: 'domain-changed', whom: name, details }, () =>
    setCatchAll(database, name, box?.accountId ?? null),
  )
}
