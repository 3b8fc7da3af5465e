import { createHmac, randomBytes } from 'node:crypto'
import { limits } from '@hongyan/contract/limits'
import type { PasskeyAssertion, PasskeyRegistration } from '@hongyan/contract/passkeys'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import { tokenHash } from '../../platform/crypto/tokens.ts'
import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId, UserId } from '../../platform/ids.ts'
import type { Entering, Sessions } from '../session/session.public.ts'
import {
  deletePasskey,
  insertChallenge,
  insertPasskey,
  lockKeysOf,
  notePasskeyUse,
  type PasskeyHolder,
  passkeyById,
  passkeysOf,
  sweepChallenges,
  takeChallenge,
} from './passkeys.queries.ts'
import {
  checkAssertion,
  checkRegistration,
  creationOptions,
  type Place,
  type RelyingParty,
  refused,
  relyingPartyOf,
  requestOptions,
} from './webauthn.ts'

/** A login page may stand open for a while before somebody takes a key. */
const challengeSeconds = 900
/** Refused passkeys in 15 minutes: of one key from one network, and of a network for all keys. */
const most = { pair: 20, network: 100 }

interface Owner {
  userId: UserId
  accountId: AccountId
  address: string
}

interface Options {
  database: Database
  sessions: Pick<Sessions, 'judgedGuess'>
  mailstore: Pick<Mailstore, 'record'>
  config: Place
  /** Makes of a person what authenticators know them by. */
  key: Buffer
  organisation(): Promise<string>
}

export type Passkeys = ReturnType<typeof createPasskeys>

/**
 * Passkeys: public keys of authenticators that sign a challenge of ours for our origin alone, so that there is nothing to
 * guess and nothing to give to a page that only looks like ours (T18).
 */
export function createPasskeys(options: Options) {
  const { database, sessions } = options
  const party = relyingPartyOf(options.config)
  const asked = (): RelyingParty => {
    if (!party) throw new AppError('passkey.off')
    return party
  }
  const handleOf = (userId: UserId): Buffer =>
    createHmac('sha256', options.key).update(`person ${userId}`).digest()
  const newChallenge = async (purpose: string): Promise<Buffer> => {
    const challenge = randomBytes(32)
    const hash = tokenHash(challenge.toString('base64url'))
    await insertChallenge(database, { hash, purpose, seconds: challengeSeconds })
    return challenge
  }
  /** One DELETE decides: of twenty answers to one challenge one is looked at. */
  const isChallenge = (purpose: string) => async (challenge: string) =>
    (await takeChallenge(database, tokenHash(challenge), purpose)) === 1

  const judge = async (
    response: PasskeyAssertion,
    { purpose, alone, userId }: { purpose: string; alone: boolean; userId?: UserId },
  ): Promise<PasskeyHolder> => {
    const key = await passkeyById(database, response.id)
    const handle = response.response.userHandle
    const isTheirs =
      key !== null &&
      (userId === undefined || key.userId === userId) &&
      (handle === undefined || handle === handleOf(key.userId).toString('base64url'))
    if (!isTheirs) throw refused()
    const check = { key, alone, isChallenge: isChallenge(purpose) }
    const counter = await checkAssertion(asked(), response, check)
    if ((await notePasskeyUse(database, key.id, counter)) === 0) throw refused()
    return key
  }

  return {
    /** @throws passkey.off */
    askLogin: async () => {
      const there = asked()
      const challenge = await newChallenge('login')
      return requestOptions(there, { challenge, known: [], alone: true })
    },
    /** Who a passkey alone signs in. @throws passkey.off, passkey.refused, login.too-many */
    judgeLogin: async (response: PasskeyAssertion, network: string): Promise<Entering> => {
      asked()
      const brakes = [
        { key: `passkey ${nameOf(response.id)} from ${network}`, max: most.pair },
        { key: `passkey network ${network}`, max: most.network },
      ]
      const { userId, accountId, owing, asOf } = await sessions.judgedGuess(
        { brakes, refusal: 'login.too-many' },
        () => judge(response, { purpose: 'login', alone: true }),
      )
      return { userId, accountId, owing, asOf }
    },
    /** @throws passkey.off */
    askSecond: async (ticket: string, userId: UserId) => {
      const there = asked()
      const challenge = await newChallenge(secondOf(ticket))
      const known = await passkeysOf(database, userId)
      return requestOptions(there, { challenge, known, alone: false })
    },
    /** To be judged under the brakes of the second step. @throws passkey.off, passkey.refused */
    judgeSecond: async (
      ticket: string,
      userId: UserId,
      response: PasskeyAssertion,
    ): Promise<void> => {
      asked()
      await judge(response, { purpose: secondOf(ticket), alone: false, userId })
    },
    sweep: () => sweepChallenges(database),
    ...ownKeysIn(options, { asked, handleOf, newChallenge, isChallenge, isUsable: party !== null }),
  }
}

interface Ground {
  asked(): RelyingParty
  handleOf(userId: UserId): Buffer
  newChallenge(purpose: string): Promise<Buffer>
  isChallenge(purpose: string): (challenge: string) => Promise<boolean>
  isUsable: boolean
}

/** What the owner does with them. */
const ownKeysIn = ({ database, mailstore, organisation }: Options, ground: Ground) => ({
  list: async ({ userId }: Owner) => ({
    usable: bit(ground.isUsable),
    list: (await passkeysOf(database, userId)).map((one) => ({
      passkeyId: one.id,
      name: one.name,
      createdTime: one.createdAt.toISOString(),
      lastUsedTime: one.lastUsedAt?.toISOString() ?? null,
      synced: bit(one.synced),
    })),
  }),
  /** @throws passkey.off, passkey.many */
  begin: async ({ userId, address }: Owner) => {
    const there = ground.asked()
    const known = await passkeysOf(database, userId)
    if (known.length >= limits.passkeys) throw new AppError('passkey.many')
    const challenge = await ground.newChallenge(registerOf(userId))
    const handle = ground.handleOf(userId)
    const wanted = { organisation: await organisation(), address, handle, known, challenge }
    return creationOptions(there, wanted)
  },
  /** @throws passkey.off, passkey.many, passkey.refused */
  finish: async (
    { userId, accountId }: Owner,
    { name, response }: { name: string; response: PasskeyRegistration },
  ): Promise<void> => {
    const isChallenge = ground.isChallenge(registerOf(userId))
    const key = await checkRegistration(ground.asked(), response, isChallenge)
    await database.transaction(async (tx) => {
      await lockKeysOf(tx, userId)
      if ((await insertPasskey(tx, { ...key, userId, name: name.trim() || '·' })) === 0)
        throw refused()
      if ((await passkeysOf(tx, userId)).length > limits.passkeys)
        throw new AppError('passkey.many')
      await mailstore.record(tx, { accountId, kind: 'second-step' })
    })
  },
  /** @throws item.not-found */
  remove: ({ userId, accountId }: Owner, id: number): Promise<void> =>
    database.transaction(async (tx) => {
      if ((await deletePasskey(tx, userId, id)) === 0) throw new AppError('item.not-found')
      await mailstore.record(tx, { accountId, kind: 'second-step' })
    }),
})

const bit = (on: boolean): 0 | 1 => (on ? 1 : 0)
const registerOf = (userId: UserId): string => `register ${userId}`
const secondOf = (ticket: string): string => `second ${nameOf(ticket)}`
/** What a stranger writes must not become the key of something else. */
const nameOf = (given: string): string => tokenHash(given).toString('hex')
