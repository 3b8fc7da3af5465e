import type { MailExport } from '@hongyan/contract/console-exports'
import type { AtWork } from '../console/console.public.ts'
import type { ExportPerson, ExportRow } from './exports.queries.ts'

/** Who may ask; who may agree and fetch is an owner or administrator. */
export const rolesThatAsk: readonly string[] = ['owner', 'admin', 'auditor']

type Admin = Pick<AtWork['admin'], 'userId' | 'organisationId'>

/** Whoever asked or agreed answers for an export: nobody else has it in hand. */
export const standsIn = (row: ExportRow, { userId, organisationId }: Admin): boolean =>
  row.organisationId === organisationId &&
  (row.askedBy === userId || (row.decidedBy === userId && row.state !== 'refused'))

interface Beside {
  admin: Pick<AtWork['admin'], 'userId' | 'role' | 'organisationId' | 'address'>
  people: readonly ExportPerson[]
  isStuck: boolean
}

/** An export as the console shows it, with what the caller may do. */
export function shownExport(row: ExportRow, { admin, people, isStuck }: Beside): MailExport {
  const { state } = row
  const isHead = admin.role === 'owner' || admin.role === 'admin'
  const isOwnMail = people.some(({ address }) => address === admin.address)
  const mine = standsIn(row, admin)
  return {
    id: row.id,
    state,
    reason: row.reason,
    hold: row.hold,
    people: people.map(({ name, address, mails }) => ({ name, address, mails })),
    mailFrom: row.mailFrom?.toISOString() ?? null,
    mailUntil: row.mailUntil?.toISOString() ?? null,
    party: row.party,
    tell: row.tell,
    tellDays: row.tellDays,
    silence: row.silence,
    askedBy: row.askedAddress,
    askedAt: row.askedAt.toISOString(),
    decidedBy: row.decidedAddress,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    word: row.word,
    mails: row.mails,
    unreadable: row.unreadable,
    bytes: row.bytes,
    madeAt: row.madeAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    downloads: row.downloads,
    mayDecide: state === 'waiting' && isHead && row.askedBy !== admin.userId && !isOwnMail,
    mayEnd: mine && (state === 'waiting' || state === 'working' || state === 'ready'),
    mayDownload: mine && isHead && state === 'ready',
    isStuck,
  }
}
