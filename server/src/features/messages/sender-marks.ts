import type { MessageRow } from '../../mailstore/types.ts'
import type { Clock } from '../../platform/clock.ts'
import type { AccountId } from '../../platform/ids.ts'
import { domainOf } from '../../platform/names/domain-of.ts'

/** What a list says of a sender. */
export interface SenderMark {
  source: 'inside' | 'outside'
  stranger: boolean
}

interface Options {
  clock: Clock
  /** Domains of this installation. */
  domains(): Promise<string[]>
  /** Those of some addresses (lower case) that an account has written to. */
  writtenTo(accountId: AccountId, addresses: readonly string[]): Promise<Set<string>>
}

export type SenderMarks = ReturnType<typeof createSenderMarks>

/** A new domain shows in lists after at most so long. */
const domainsLive = 60_000

/** Tells mail from inside the organisation from mail that only claims to be, and strangers from known people. */
export function createSenderMarks({ clock, domains, writtenTo }: Options) {
  let known: { own: Set<string>; until: number } | null = null

  const ownDomains = async (): Promise<Set<string>> => {
    const now = clock.now().getTime()
    if (!known || known.until < now) {
      known = { own: new Set(await domains()), until: now + domainsLive }
    }
    return known.own
  }

  return async (accountId: AccountId, rows: readonly MessageRow[]): Promise<SenderMark[]> => {
    const own = await ownDomains()
    const isColleague = (row: MessageRow) => isOwn(row) || own.has(domainOf(row.fromAddress))
    const others = [...new Set(rows.filter((row) => !isColleague(row)).map(addressOf))]
    const friends = others.length > 0 ? await writtenTo(accountId, others) : new Set<string>()
    return rows.map((row) => ({
      source: isColleague(row) && (row.trusted || isOwn(row)) ? 'inside' : 'outside',
      stranger: !isColleague(row) && !friends.has(addressOf(row)),
    }))
  }
}

/** What the user wrote: sent mail and drafts. */
const isOwn = ({ submissionId, draft }: MessageRow): boolean => submissionId !== null || draft

const addressOf = ({ fromAddress }: MessageRow): string => fromAddress.toLowerCase()
