import type { Db } from '../../platform/db/pool.ts'
import { asciiDomain } from '../directory/directory.public.ts'
import type { ApprovalDeps } from './approval-deps.ts'
import type { Handed } from './handed.ts'
import type { Envelope, People } from './matching/rule-match.ts'
import { type LookedUp, lookUp } from './rules.queries.ts'

type Deps = Pick<ApprovalDeps, 'directory' | 'groups'>

export interface Reaching {
  envelope: Envelope
  /** Written addresses outside, in lower case. */
  outside: string[]
  /** Addresses outside to which groups pass it on, in lower case; null: there is no group. */
  throughGroups: string[] | null
}

type Mail = Pick<Handed, 'accountId' | 'writerId'> & {
  recipients: readonly { address: string }[]
}

/** What the database knows of who writes and of those who are written to; null: nobody wrote it. */
export function lookUpPeople(
  db: Db,
  { writerId, accountId, recipients }: Mail,
): Promise<LookedUp | null> {
  const addresses = writtenTo(recipients)
  const domains = [...new Set(addresses.map((one) => asciiDomain(domainOf(one))))]
  return lookUp(db, { writerId, accountId, addresses, domains })
}

const writtenTo = (recipients: Mail['recipients']): string[] =>
  recipients.map(({ address }) => address.toLowerCase())

/** Real recipients: groups opened to the last member, each mailbox once under whatever address. */
export async function whoItReaches(
  deps: Deps,
  mail: Mail & { size: number },
  { writer, boxAddresses, boxes, domains: ours }: LookedUp,
): Promise<Reaching> {
  const { directory, groups } = deps
  const written = writtenTo(mail.recipients)
  const isGroup = (one: string): boolean => boxes.get(one)?.kind === 'group'
  const direct = written.filter((one) => !isGroup(one))
  const reached = written.some(isGroup)
    ? await groups.reached(writer.organisationId, written)
    : null
  const each = new Map<string | number, string>(
    direct.map((one) => [boxes.get(one)?.accountId ?? one, one]),
  )
  for (const { id, address } of reached?.inside ?? []) each.set(id, address.toLowerCase())
  const throughGroups = reached?.outside.map((one) => one.toLowerCase()) ?? null
  for (const one of throughGroups ?? []) each.set(one, one)
  const passedOn = [
    ...(reached?.inside.map(({ address }) => address) ?? []),
    ...(throughGroups ?? []),
  ]
  const here = new Set(ours)
  for (const one of await directory.localAmong(passedOn.map(domainOf))) here.add(one)
  const isOutside = (address: string): boolean => !here.has(asciiDomain(domainOf(address)))
  const all = [...each.values()]
  return {
    envelope: {
      senders: [...writer.addresses, ...boxAddresses],
      departments: writer.departments,
      people: peopleAmong(all, isOutside),
      ours: peopleAmong(
        all.filter((one) => !isOutside(one)),
        isOutside,
      ),
      size: mail.size,
    },
    outside: direct.filter(isOutside),
    throughGroups,
  }
}

const peopleAmong = (
  addresses: readonly string[],
  isOutside: (address: string) => boolean,
): People => ({
  count: addresses.length,
  outside: addresses.find(isOutside) ?? null,
  inside: addresses.find((one) => !isOutside(one)) ?? null,
  domains: new Set(addresses.map(domainOf)),
})

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)
