import { timingSafeEqual } from 'node:crypto'
import type { Parsed, Reply } from '@hongyan/contract/endpoint'
import type { smime as contract } from '@hongyan/contract/smime'
import { newToken, tokenHash } from '../../platform/crypto/tokens.ts'
import type { Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId } from '../../platform/ids.ts'
import { checkCertificate, isPossessed } from './certificate-check.ts'
import { certificatesIn } from './certificates.ts'
import { type KeyDeps, type KeyOwner, refuseOff } from './key-deps.ts'
import {
  insertChallenge,
  insertKey,
  type KeyRow,
  keysOf,
  retireKey,
  sealAnew,
  sweepChallenges,
  takeChallenge,
} from './smime.queries.ts'

/** Wrong PINs in 15 minutes before no more are judged. */
const maxGuesses = 5
const challengeSeconds = 600

type SaveBody = Parsed<typeof contract.save>['body']
type ResetBody = Parsed<typeof contract.resetKey>['body']

/** S/MIME keys of the people here: certificates for colleagues, sealed private keys for their owners. */
export type Keys = ReturnType<typeof createKeys>

export function createKeys(deps: KeyDeps) {
  const { database, sessions, ownerProof } = deps

  /** @throws keys.pin-wrong, keys.pin-many */
  const checkProof = async (accountId: AccountId, key: KeyRow, proof: string): Promise<void> => {
    // An old key has a count of its own: who tries to remember its PIN can go on working.
    const which = key.retiredAt === null ? '' : ` of old key ${key.id}`
    const brakes = [{ key: `key pin ${accountId}${which}`, max: maxGuesses }]
    await sessions.judgedGuess({ brakes, refusal: 'keys.pin-many' }, async () => {
      if (!timingSafeEqual(hashOf(proof), key.proofHash)) throw new AppError('keys.pin-wrong')
    })
  }
  /** With the same certificate: another PIN of a key, in use or old. */
  const changePin = async (accountId: AccountId, key: KeyRow, body: SaveBody): Promise<void> => {
    if (body.oldProof === undefined) throw new AppError('keys.exists')
    await checkProof(accountId, key, body.oldProof)
    const change = { before: key, after: sealingOf(body) }
    if (!(await sealAnew(database, accountId, change))) throw new AppError('keys.pin-wrong')
  }

  return {
    /** @throws keys.off */
    own: async (owner: KeyOwner): Promise<Reply<typeof contract.own>> => {
      await refuseOff(deps, owner)
      const keys = await keysOf(database, owner.accountId)
      const inUse = keys.find((one) => one.retiredAt === null)
      const { by, phone } = await ownerProof.wayOf(owner)
      return { key: inUse ? asOwn(inUse) : null, old: keys.flatMap(asOld), confirmBy: by, phone }
    },

    /** A sealed private key, for who proves to know its PIN. @throws keys.off, keys.none, keys.pin-wrong, keys.pin-many */
    open: async (
      owner: KeyOwner,
      { proof, keyId }: { proof: string; keyId?: number | undefined },
    ): Promise<{ sealedKey: string }> => {
      await refuseOff(deps, owner)
      const keys = await keysOf(database, owner.accountId)
      const key = keys.find((one) => (keyId ? one.id === keyId : one.retiredAt === null))
      if (!key) throw new AppError('keys.none')
      await checkProof(owner.accountId, key, proof)
      return { sealedKey: key.sealedKey.toString('base64') }
    },

    /** @throws keys.off, keys.exists, keys.confirm, keys.bad-certificate, keys.pin-wrong, keys.pin-many, those of the proof */
    save: async (owner: KeyOwner, body: SaveBody): Promise<void> => {
      await refuseOff(deps, owner)
      const keys = await keysOf(database, owner.accountId)
      const certificate = Buffer.from(body.certificate, 'base64')
      const same = keys.find((one) => one.certificate.equals(certificate))
      if (same) return changePin(owner.accountId, same, body)
      // Another certificate would make a stolen login the reader of all mail to come.
      if (keys.some((one) => one.retiredAt === null)) throw new AppError('keys.exists')
      await checkNew(deps, owner, body)
      await ownerProof.prove(owner, body.confirm, owner.network)
      await database.transaction((tx) => keep(deps, tx, { owner, body }))
    },

    /** @throws keys.off, keys.none, keys.known, keys.confirm, keys.bad-certificate, those of the proof */
    reset: async (owner: KeyOwner, body: ResetBody): Promise<void> => {
      await refuseOff(deps, owner)
      const keys = await keysOf(database, owner.accountId)
      const inUse = keys.find((one) => one.retiredAt === null)
      if (!inUse) throw new AppError('keys.none')
      const certificate = Buffer.from(body.certificate, 'base64')
      if (keys.some((one) => one.certificate.equals(certificate))) throw new AppError('keys.known')
      await checkNew(deps, owner, body)
      await ownerProof.prove(owner, body.confirm, owner.network)
      await database.transaction(async (tx) => {
        if (!(await retireKey(tx, owner.accountId, inUse.id))) throw new AppError('keys.known')
        await keep(deps, tx, { owner, body })
      })
    },
    /** @throws keys.off, phone.none, phone.no-gateway, code.too-often */
    sendSms: async (owner: KeyOwner) => {
      await refuseOff(deps, owner)
      return ownerProof.send(owner)
    },
    /** @throws keys.off */
    randomCode: async (owner: KeyOwner): Promise<{ randomCode: string }> => {
      await refuseOff(deps, owner)
      const randomCode = newToken()
      const challenge = { hash: tokenHash(randomCode), seconds: challengeSeconds }
      await insertChallenge(database, owner.accountId, challenge)
      return { randomCode }
    },
    sweep: () => sweepChallenges(database),
    ...certificatesIn(deps),
  }
}

/** The certificate of a new key: for the own address, and of somebody who has its key. @throws keys.bad-certificate */
async function checkNew(
  { database, clock }: KeyDeps,
  { accountId, address }: KeyOwner,
  { certificate, possession }: SaveBody | ResetBody,
): Promise<void> {
  const der = Buffer.from(certificate, 'base64')
  const shown = async ({ randomCode, signature }: NonNullable<typeof possession>) =>
    (await takeChallenge(database, accountId, tokenHash(randomCode))) === 1 &&
    isPossessed(der, { address, randomCode, signature: Buffer.from(signature, 'base64') })
  const has = possession !== undefined && (await shown(possession))
  checkCertificate(der, { address, now: clock.now(), isPossessed: has })
}

async function keep(
  { mailstore, clock }: KeyDeps,
  tx: Db,
  { owner: { accountId, address }, body }: { owner: KeyOwner; body: SaveBody | ResetBody },
): Promise<void> {
  const certificate = Buffer.from(body.certificate, 'base64')
  const key = { ...sealingOf(body), address, certificate, createdAt: clock.now() }
  if (!(await insertKey(tx, accountId, key))) throw new AppError('keys.exists')
  await mailstore.record(tx, { accountId, kind: 'mail-key' })
}

const sealingOf = (body: Pick<SaveBody, 'sealedKey' | 'salt' | 'iterations' | 'proof'>) => ({
  sealedKey: Buffer.from(body.sealedKey, 'base64'),
  salt: Buffer.from(body.salt, 'base64'),
  iterations: body.iterations,
  proofHash: hashOf(body.proof),
})

/** The proof has 256 bits of PBKDF2 behind it: one more hash keeps a stolen table from being replayed. */
const hashOf = (proof: string): Buffer => tokenHash(proof)

const asOwn = (key: KeyRow) => ({
  certificate: key.certificate.toString('base64'),
  email: key.address,
  salt: key.salt.toString('base64'),
  iterations: key.iterations,
  createdTime: key.createdAt.toISOString(),
})

const asOld = (key: KeyRow) =>
  key.retiredAt === null
    ? []
    : { ...asOwn(key), keyId: key.id, retiredTime: key.retiredAt.toISOString() }
