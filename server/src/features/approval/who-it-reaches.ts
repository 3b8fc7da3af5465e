import type { ApprovalDeps } from './approval-deps.ts'
import type { Handed } from './handed.ts'
import type { Envelope, People } from './matching/rule-match.ts'
import { mailboxesOf, type WriterRow, writerOf } from './rules.queries.ts'

type Deps = Pick<ApprovalDeps, 'database' | 'directory' | 'groups'>

export interface Reaching {
  envelope: Envelope
  /** Written addresses outside, in lower case. */
  outside: string[]
  /** Addresses outside to which groups pass it on, in lower case; null: there is no group. */
  throughGroups: string[] | null
}

type Mail = Pick<Handed, 'accountId' | 'writerId'> & {
  size: number
  recipients: readonly { address: string }[]
}

/** Real recipients: groups opened to the last member, each mailbox once under whatever address. */
export async function whoItReaches(deps: Deps, mail: Mail, writer: WriterRow): Promise<Reaching> {
  const { database, groups } = deps
  const written = mail.recipients.map(({ address }) => address.toLowerCase())
  const boxes = await mailboxesOf(database, written)
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
  const isOutside = await outsideBy(deps, each.values())
  const box = mail.accountId === mail.writerId ? null : await writerOf(database, mail.accountId)
  const all = [...each.values()]
  return {
    envelope: {
      senders: [...writer.addresses, ...(box?.addresses ?? [])],
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

/** By domain, each asked for once. */
async function outsideBy(
  { directory }: Deps,
  addresses: Iterable<string>,
): Promise<(address: string) => boolean> {
  const domains = new Map<string, boolean>()
  for (const address of addresses) {
    const domain = domainOf(address)
    if (!domains.has(domain)) domains.set(domain, !(await directory.isLocalDomain(domain)))
  }
  return (address) => domains.get(domainOf(address)) ?? true
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
