import { exportLimits } from '@hongyan/contract/console-exports'
import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { AtWork } from '../console/console.public.ts'
import { holdFor, type NewExport, peopleNamed, peopleOfHold } from './exports.queries.ts'

/** What somebody asks for, as it was typed. */
interface Typed {
  reason: string
  accountIds: readonly number[]
  addresses: readonly string[]
  holdId: number | null
  mailFrom: string | null
  mailUntil: string | null
  party: string
  tell: NewExport['tell']
  tellDays: number | null
  silence: string
}

export type ExportWish = Omit<NewExport, 'state' | 'fourEyes' | 'askedBy' | 'askedAddress'>

/**
 * Looks at a request: whose mail, of which time. Of a hold it is the people and the time that the hold is about.
 * @throws exports.nobody, exports.person-gone, exports.many-people, exports.silence, compliance.range, compliance.hold-gone
 */
export async function checkedWish(
  database: Database,
  work: AtWork,
  typed: Typed,
): Promise<ExportWish> {
  const { reason, party, tell, holdId } = typed
  if (tell === 'never' && typed.silence === '') throw new AppError('exports.silence')
  const hold = holdId === null ? null : await holdFor(database, work.admin.organisationId, holdId)
  if (holdId !== null && !hold) throw new AppError('compliance.hold-gone')
  const mailFrom = later(dateOf(typed.mailFrom), hold?.mailFrom ?? null)
  const mailUntil = earlier(dateOf(typed.mailUntil), hold?.mailUntil ?? null)
  if (mailFrom && mailUntil && mailFrom >= mailUntil) throw new AppError('compliance.range')
  const people =
    holdId === null ? await named(database, work, typed) : await ofHold(database, holdId)
  if (people.length === 0) throw new AppError('exports.nobody')
  return {
    ...{ reason, party, tell, holdId, mailFrom, mailUntil, people },
    tellDays: tell === 'later' ? (typed.tellDays ?? 30) : null,
    silence: tell === 'never' ? typed.silence : '',
  }
}

async function named(
  database: Database,
  { admin }: AtWork,
  { accountIds, addresses: typed }: Pick<Typed, 'accountIds' | 'addresses'>,
): Promise<NewExport['people']> {
  const ids = [...new Set(accountIds)]
  const addresses = [...new Set(typed.map((one) => one.toLowerCase()))]
  const rows = await peopleNamed(database, admin.organisationId, { ids, addresses })
  const missingId = ids.find((id) => !rows.some(({ accountId }) => accountId === id))
  const missing = addresses.find((one) => !rows.some(({ given }) => given === one))
  const gone = missing ?? (missingId === undefined ? null : `#${missingId}`)
  if (gone !== null) throw new AppError('exports.person-gone', { address: gone })
  const people = new Map(rows.map((one) => [one.accountId, { ...one, whole: true }]))
  return limited([...people.values()], exportLimits.people)
}

async function ofHold(database: Database, holdId: number): Promise<NewExport['people']> {
  const most = exportLimits.peopleOfHold
  return limited(await peopleOfHold(database, holdId, most + 1), most)
}

function limited(people: NewExport['people'], most: number): NewExport['people'] {
  if (people.length > most) throw new AppError('exports.many-people', { max: String(most) })
  return people
}

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text))

const later = (one: Date | null, other: Date | null): Date | null =>
  one && other ? (one > other ? one : other) : (one ?? other)

const earlier = (one: Date | null, other: Date | null): Date | null =>
  one && other ? (one < other ? one : other) : (one ?? other)
