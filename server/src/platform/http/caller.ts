import { type Endpoint, type MemberLevel, mayMemberCall } from '@hongyan/contract/endpoint'
import { AppError } from '../errors.ts'
import type { AccountId, FolderId, SessionId, UserId } from '../ids.ts'

/** Somebody at work: lock screen, password and brakes are this person's, in whichever mailbox. */
export interface Person {
  /** The login itself, of which a session in another mailbox is a branch. */
  loginId: SessionId
  userId: UserId
  accountId: AccountId
  address: string
  name: string
}

/** Who is calling, found by the access token: whose mailbox it is. */
export interface Caller {
  sessionId: SessionId
  userId: UserId
  accountId: AccountId
  address: string
  /** Who is at work: as a rule the one whose mailbox it is. */
  person: Person
  /** What the person may do in a mailbox that is not the own one; null in the own one. */
  level: MemberLevel | null
  /** The password must be changed before anything else is answered (AUTH-35). */
  owing: boolean
  /** The address that its login came from. */
  beganAt: string
  /** The screen is locked: only endpoints that say `whileLocked` meet such a caller. */
  locked: boolean
  /** Folders whose password this login has not given, and all inside them: their mail does not exist for it. */
  hidden: readonly FolderId[]
}

/**
 * What a caller may not, whatever the call says: who owes a new password, and a member in another's mailbox, get what the
 * endpoint says in the contract. A login that owes is half a login: it goes on where it began, and nowhere else.
 * @param isAtHome it comes from there @throws session.expired, password.change-owed, publicbox.not-allowed
 */
export function refuseCaller(
  { owing, level }: Caller,
  endpoint: Endpoint,
  isAtHome: boolean,
): void {
  if (owing && !isAtHome) throw new AppError('session.expired')
  if (owing && !endpoint.whileOwing) throw new AppError('password.change-owed')
  if (endpoint.guard === 'session') refuseMember({ level }, endpoint.member)
}

/**
 * For what a part of a call needs more than the call itself. @param needed as `member` of an endpoint
 * @throws publicbox.not-allowed
 */
export function refuseMember({ level }: Pick<Caller, 'level'>, needed: Endpoint['member']): void {
  if (level !== null && !mayMemberCall({ member: needed }, level))
    throw new AppError('publicbox.not-allowed')
}

/**
 * Payloads often carry the user's address (G18): only the token says who somebody is. What came is looked at, not what
 * an endpoint reads of it. @throws address.not-yours
 */
export function refuseForeignAddress(caller: Caller, ...parts: unknown[]): void {
  const claims = parts.flatMap(
    (part) => (part as { emailAddr?: unknown } | null | undefined)?.emailAddr ?? [],
  )
  for (const claim of claims) {
    const isForeign =
      typeof claim === 'string' && claim !== '' && claim.toLowerCase() !== caller.address
    if (isForeign) throw new AppError('address.not-yours')
  }
}
