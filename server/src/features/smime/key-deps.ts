import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId, SessionId, UserId } from '../../platform/ids.ts'
import type { Directory } from '../directory/directory.public.ts'
import type { OwnerProof } from '../second-step/second-step.public.ts'
import type { Sessions } from '../session/session.public.ts'

export interface KeyOwner {
  userId: UserId
  accountId: AccountId
  sessionId: SessionId
  address: string
  network: string
}

export interface KeyDeps {
  database: Database
  directory: Pick<Directory, 'user' | 'findRecipient'>
  sessions: Pick<Sessions, 'judgedGuess'>
  settings: { of(id: UserId): Promise<{ smimeEnable: number }> }
  ownerProof: OwnerProof
  mailstore: Pick<Mailstore, 'record'>
  clock: Clock
}

/** @throws keys.off */
export async function refuseOff(
  { settings }: Pick<KeyDeps, 'settings'>,
  { userId }: Pick<KeyOwner, 'userId'>,
): Promise<void> {
  const { smimeEnable } = await settings.of(userId)
  if (smimeEnable !== 1) throw new AppError('keys.off')
}
