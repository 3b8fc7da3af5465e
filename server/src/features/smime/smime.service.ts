import { timingSafeEqual } from 'node:crypto'
import type { Parsed, Reply } from '@hongyan/contract/endpoint'
import type { smime as contract } from '@hongyan/contract/smime'
import type { Clock } from '../../platform/clock.ts'
import { tokenHash } from '../../platform/crypto/tokens.ts'
import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId, UserId } from '../../platform/ids.ts'
import type { Directory } from '../directory/directory.public.ts'
import type { Sessions } from '../session/session.public.ts'
import { checkCertificate } from './certificate-check.ts'
import { certificatesOf, insertKey, type KeyRow, keyOf, sealAnew } from './smime.queries.ts'

/** Wrong PINs in 15 minutes before no more are judged. */
const maxGuesses = 5

export interface KeyOwner {
  userId: UserId
  accountId: AccountId
  address: string
}

interface KeyDeps {
  database: Database
  directory: Pick<Directory, 'user' | 'findRecipient'>
  sessions: Pick<Sessions, 'judgedGuess'>
  settings: { of(id: UserId): Promise<{ smimeEnable: number }> }
  clock: Clock
}

type SaveBody = Parsed<typeof contract.save>['body']

/** S/MIME keys of the people here: certificates for colleagues, sealed private keys for their owners. */
export type Keys = ReturnType<typeof createKeys>

export function createKeys(deps: KeyDeps) {
  const { database, sessions, clock } = deps

  /** @throws keys.pin-wrong, keys.pin-many */
  const checkProof = async (accountId: AccountId, key: KeyRow, proof: string): Promise<void> => {
    const brakes = [{ key: `key pin ${accountId}`, max: maxGuesses }]
    await sessions.judgedGuess({ brakes, refusal: 'keys.pin-many' }, async () => {
      if (!timingSafeEqual(hashOf(proof), key.proofHash)) throw new AppError('keys.pin-wrong')
    })
  }

  return {
    /** @throws keys.off */
    own: async (owner: KeyOwner): Promise<Reply<typeof contract.own>> => {
      await refuseOff(deps, owner)
      const key = await keyOf(database, owner.accountId)
      return { key: key && asOwn(key) }
    },

    /** The sealed private key, for who proves to know the PIN. @throws keys.off, keys.none, keys.pin-wrong, keys.pin-many */
    open: async (owner: KeyOwner, proof: string): Promise<{ sealedKey: string }> => {
      await refuseOff(deps, owner)
      const key = await keyOf(database, owner.accountId)
      if (!key) throw new AppError('keys.none')
      await checkProof(owner.accountId, key, proof)
      return { sealedKey: key.sealedKey.toString('base64') }
    },

    /** Certificates of people of the same organisation. @throws keys.off */
    byEmail: async (owner: KeyOwner, emails: readonly string[]) => {
      await refuseOff(deps, owner)
      return findCertificates(deps, owner, emails)
    },

    /** @throws keys.off, keys.exists, keys.bad-certificate, keys.pin-wrong, keys.pin-many */
    save: async (owner: KeyOwner, body: SaveBody): Promise<void> => {
      await refuseOff(deps, owner)
      const { accountId, address } = owner
      const certificate = Buffer.from(body.certificate, 'base64')
      const sealing = {
        sealedKey: Buffer.from(body.sealedKey, 'base64'),
        salt: Buffer.from(body.salt, 'base64'),
        iterations: body.iterations,
        proofHash: hashOf(body.proof),
      }
      const now = clock.now()
      const known = await keyOf(database, accountId)
      if (!known) {
        checkCertificate(certificate, { address, now })
        const key = { ...sealing, address, certificate, createdAt: now }
        if (!(await insertKey(database, accountId, key))) throw new AppError('keys.exists')
        return
      }
      // Another certificate would make a stolen login the reader of all mail to come.
      if (!known.certificate.equals(certificate) || body.oldProof === undefined)
        throw new AppError('keys.exists')
      await checkProof(accountId, known, body.oldProof)
      const changed = await sealAnew(database, accountId, { before: known, after: sealing })
      if (!changed) throw new AppError('keys.pin-wrong')
    },
  }
}

async function refuseOff({ settings }: KeyDeps, { userId }: KeyOwner): Promise<void> {
  const { smimeEnable } = await settings.of(userId)
  if (smimeEnable !== 1) throw new AppError('keys.off')
}

async function findCertificates(
  { database, directory }: KeyDeps,
  { userId }: KeyOwner,
  emails: readonly string[],
): Promise<Reply<typeof contract.getKeyByEmail>> {
  const user = await directory.user(userId)
  const asked = await Promise.all(
    emails.map(async (email) => ({ email, found: await directory.findRecipient(email) })),
  )
  const colleagues = asked.map(({ email, found }) => ({
    email,
    accountId:
      found && !found.disabled && found.organisationId === user?.organisationId
        ? found.accountId
        : null,
  }))
  const ids = colleagues.flatMap(({ accountId }) => accountId ?? [])
  const certificates = await certificatesOf(database, [...new Set(ids)])
  const list: { email: string; certificate: string }[] = []
  const missing: string[] = []
  for (const { email, accountId } of colleagues) {
    const certificate = accountId === null ? undefined : certificates.get(accountId)
    if (certificate) list.push({ email, certificate: certificate.toString('base64') })
    else missing.push(email)
  }
  return { list, missing }
}

/** The proof has 256 bits of PBKDF2 behind it: one more hash keeps a stolen table from being replayed. */
const hashOf = (proof: string): Buffer => tokenHash(proof)

const asOwn = (key: KeyRow) => ({
  certificate: key.certificate.toString('base64'),
  email: key.address,
  salt: key.salt.toString('base64'),
  iterations: key.iterations,
  createdTime: key.createdAt.toISOString(),
})
