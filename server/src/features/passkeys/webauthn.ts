import type { PasskeyAssertion, PasskeyRegistration } from '@hongyan/contract/passkeys'
import { AppError } from '../../platform/errors.ts'
import type { PasskeyRow } from './passkeys.queries.ts'

/** Where passkeys are good: for one host name (WebAuthn §5.1.3), on the pages of the configured origin and of the port for phones. */
export interface RelyingParty {
  id: string
  origins: string[]
}

/** Of the configuration. */
export interface Place {
  origin: string
  phonePort: number | null
}

/** Null where browsers allow none: without HTTPS (but on this machine), or at a bare IP address. */
export function relyingPartyOf({ origin, phonePort }: Place): RelyingParty | null {
  const { protocol, hostname } = new URL(origin)
  const isHere = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isAddress = /^[\d.]+$|^\[/.test(hostname)
  if (isAddress || (protocol !== 'https:' && !isHere)) return null
  const phones = phonePort === null ? [] : [`${protocol}//${hostname}:${phonePort}`]
  return { id: hostname, origins: [origin, ...phones] }
}

/** Loaded when the first passkey is used: it takes a third of a second, which no start has to wait for. */
const library = () => import('@simplewebauthn/server')

interface NewKeyWanted {
  organisation: string
  address: string
  /** Names the person to the authenticator and to nobody else: it says nothing by itself (WebAuthn §14.6.1). */
  handle: Buffer
  known: readonly PasskeyRow[]
  challenge: Buffer
}

export async function creationOptions(party: RelyingParty, wanted: NewKeyWanted) {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: wanted.organisation,
    rpID: party.id,
    userName: wanted.address,
    userDisplayName: wanted.address,
    userID: new Uint8Array(wanted.handle),
    challenge: new Uint8Array(wanted.challenge),
    attestationType: 'none',
    excludeCredentials: wanted.known.map(asDescriptor),
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
  })
}

export async function requestOptions(
  party: RelyingParty,
  { challenge, known, alone }: { challenge: Buffer; known: readonly PasskeyRow[]; alone: boolean },
) {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: new Uint8Array(challenge),
    // None where nobody is known yet: the authenticator offers those that it holds for this host.
    ...(alone ? {} : { allowCredentials: known.map(asDescriptor) }),
    userVerification: alone ? 'required' : 'preferred',
  })
}

/** @throws passkey.refused */
export async function checkRegistration(
  party: RelyingParty,
  response: PasskeyRegistration,
  isChallenge: (challenge: string) => Promise<boolean>,
) {
  const { verifyRegistrationResponse } = await library()
  const { registrationInfo } = await refusing(
    verifyRegistrationResponse({
      response: asRegistration(response),
      expectedChallenge: isChallenge,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      requireUserVerification: false,
    }),
  )
  if (!registrationInfo) throw refused()
  const { credential, credentialBackedUp } = registrationInfo
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: response.response.transports ?? [],
    synced: credentialBackedUp,
  }
}

/** @param alone the authenticator must have verified its user @returns the new counter @throws passkey.refused */
export async function checkAssertion(
  party: RelyingParty,
  response: PasskeyAssertion,
  {
    key,
    alone,
    isChallenge,
  }: {
    key: PasskeyRow
    alone: boolean
    isChallenge: (challenge: string) => Promise<boolean>
  },
): Promise<number> {
  const { verifyAuthenticationResponse } = await library()
  const { verified, authenticationInfo } = await refusing(
    verifyAuthenticationResponse({
      response: asAssertion(response),
      expectedChallenge: isChallenge,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      credential: {
        id: key.credentialId,
        publicKey: new Uint8Array(key.publicKey),
        counter: key.counter,
      },
      requireUserVerification: alone,
    }),
  )
  if (!verified) throw refused()
  return authenticationInfo.newCounter
}

export const refused = () => new AppError('passkey.refused')

/** Whatever the library does not like, from a wrong signature to broken CBOR, is said in one word. */
async function refusing<T extends { verified: boolean }>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof AppError) throw error
    throw refused()
  }
}

const known = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
const isTransport = (name: string): name is (typeof known)[number] =>
  known.some((one) => one === name)

const asDescriptor = ({ credentialId, transports }: PasskeyRow) => ({
  id: credentialId,
  transports: transports.filter(isTransport),
})

const asRegistration = ({ id, rawId, type, response }: PasskeyRegistration) => ({
  id,
  rawId,
  type,
  clientExtensionResults: {},
  response: {
    clientDataJSON: response.clientDataJSON,
    attestationObject: response.attestationObject,
  },
})

const asAssertion = ({ id, rawId, type, response }: PasskeyAssertion) => ({
  id,
  rawId,
  type,
  clientExtensionResults: {},
  response: {
    clientDataJSON: response.clientDataJSON,
    authenticatorData: response.authenticatorData,
    signature: response.signature,
    ...(response.userHandle === undefined ? {} : { userHandle: response.userHandle }),
  },
})
