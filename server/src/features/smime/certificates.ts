import type { Parsed, Reply } from '@hongyan/contract/endpoint'
import { limits } from '@hongyan/contract/limits'
import type { smime as contract, PeopleCertificate } from '@hongyan/contract/smime'
import { AppError } from '../../platform/errors.ts'
import { checkPeerCertificate } from './certificate-check.ts'
import { type KeyDeps, type KeyOwner, refuseOff } from './key-deps.ts'
import { peersByAddress, peersOf, removePeer, savePeer } from './peers.queries.ts'
import { certificatesOf } from './smime.queries.ts'

/** Certificates of others: of people here, and of those outside that somebody took. */
export const certificatesIn = (deps: KeyDeps) => ({
  /** @throws keys.off */
  byEmail: async (owner: KeyOwner, emails: readonly string[]) => {
    await refuseOff(deps, owner)
    return findCertificates(deps, owner, emails)
  },
  /** @throws keys.off */
  peers: async (owner: KeyOwner): Promise<Reply<typeof contract.peers>> => {
    await refuseOff(deps, owner)
    const rows = await peersOf(deps.database, owner.accountId)
    return {
      list: rows.map((one) => ({
        peerId: one.id,
        email: one.address,
        certificate: one.certificate.toString('base64'),
        capabilities: one.capabilities,
        createdTime: one.createdAt.toISOString(),
      })),
    }
  },
  /** @throws keys.off, keys.bad-certificate, keys.colleague, keys.many */
  savePeer: async (
    owner: KeyOwner,
    { email, certificate, capabilities }: Parsed<typeof contract.savePeer>['body'],
  ): Promise<void> => {
    await refuseOff(deps, owner)
    const address = email.trim().toLowerCase()
    const der = Buffer.from(certificate, 'base64')
    checkPeerCertificate(der, { address, now: deps.clock.now() })
    // Of people here the server knows better: nobody is led to take a forger's for a colleague's.
    if (await deps.directory.findRecipient(address)) throw new AppError('keys.colleague')
    const peer = { address, certificate: der, capabilities, most: limits.peerCertificates }
    if ((await savePeer(deps.database, owner.accountId, peer)) === 0)
      throw new AppError('keys.many')
  },
  /** @throws keys.off, item.not-found */
  removePeer: async (owner: KeyOwner, id: number): Promise<void> => {
    await refuseOff(deps, owner)
    if ((await removePeer(deps.database, owner.accountId, id)) === 0)
      throw new AppError('item.not-found')
  },
})

async function findCertificates(
  { database, directory }: KeyDeps,
  { userId, accountId: asker }: KeyOwner,
  emails: readonly string[],
): Promise<Reply<typeof contract.getKeyByEmail>> {
  const user = await directory.user(userId)
  const asked = await Promise.all(
    emails.map(async (email) => ({ email, found: await directory.findRecipient(email) })),
  )
  const ids = asked.flatMap(({ found }) =>
    found && !found.disabled && found.organisationId === user?.organisationId
      ? found.accountId
      : [],
  )
  const certificates = await certificatesOf(database, [...new Set(ids)])
  const outside = asked.flatMap(({ email, found }) => (found ? [] : email.toLowerCase()))
  const peers = await peersByAddress(database, asker, [...new Set(outside)])
  const list: PeopleCertificate[] = []
  const missing: string[] = []
  for (const { email, found } of asked) {
    const isHere = found && ids.includes(found.accountId)
    const own = isHere ? certificates.get(found.accountId) : undefined
    const peer = found ? undefined : peers.get(email.toLowerCase())
    if (own) list.push({ ...asPerson(email, own), source: 'here', capabilities: [] })
    else if (peer)
      list.push({
        ...asPerson(email, { certificate: peer.certificate, earlier: [] }),
        source: 'peer',
        capabilities: peer.capabilities,
      })
    else missing.push(email)
  }
  return { list, missing }
}

const asPerson = (
  email: string,
  { certificate, earlier }: { certificate: Buffer; earlier: readonly Buffer[] },
) => ({
  email,
  certificate: certificate.toString('base64'),
  earlier: earlier.map((one) => one.toString('base64')),
})
