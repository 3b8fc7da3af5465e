import { newToken, tokenHash } from '../../platform/crypto/tokens.ts'
import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { type Directory, normalAddress } from '../directory/directory.public.ts'
import type { Place, Sessions } from '../session/session.public.ts'
import { createProvider, type OidcConfig } from './provider.ts'
import {
  holderOf,
  insertFlow,
  insertIdentity,
  type Known,
  sweepFlows,
  takeFlow,
  userOf,
} from './sso.queries.ts'

/** For whoever has to sign in there first. */
const flowSeconds = 900

interface Returned {
  flow: string
  code: string
  state: string
  iss?: string | undefined
}

export type Sso = ReturnType<typeof createSso>

interface Options {
  database: Database
  directory: Pick<Directory, 'findRecipient'>
  sessions: Pick<Sessions, 'open' | 'endSignOns'>
  log: Log
  config: { origin: string; oidc: OidcConfig | null }
}

/** Single sign-on. Who comes from there is known by issuer and subject; the first time by a verified address. */
export function createSso({ database, directory, sessions, log, config }: Options) {
  const { oidc, origin } = config
  const provider = oidc && createProvider({ ...oidc, redirectUri: `${origin}/`, log })
  const asked = () => {
    if (!provider) throw new AppError('sso.off')
    return provider
  }
  return {
    isOn: provider !== null,
    /** @throws sso.off, sso.away */
    begin: async () => {
      const { url, state, nonce, verifier } = await asked().begin()
      const flow = newToken()
      await insertFlow(database, {
        stateHash: tokenHash(state),
        flowHash: tokenHash(flow),
        verifier,
        nonce,
        seconds: flowSeconds,
      })
      return { url, flow }
    },
    /** @throws sso.off, sso.away, sso.refused, sso.unknown */
    finish: async ({ flow, ...returned }: Returned, from: Place) => {
      const there = asked()
      const begun = await takeFlow(database, tokenHash(returned.state), tokenHash(flow))
      if (!begun) throw new AppError('sso.refused')
      const claims = await there.claimsOf(returned, begun)
      const who = (await holderOf(database, claims)) ?? (await tied(claims))
      if (!who) throw new AppError('sso.unknown')
      return sessions.open({ ...who, bySso: true, ssoSid: claims.sid }, from)
    },
    /** What the provider ended there ends here. @throws sso.off, sso.away, sso.refused */
    logOut: async (logoutToken: string): Promise<void> => {
      const { issuer, subject, sid, at } = await asked().loggedOut(logoutToken)
      const userId = await userOf(database, { issuer, subject })
      if (userId !== null) await sessions.endSignOns({ userId, sid, at })
    },
    sweep: () => sweepFlows(database),
  }

  async function tied(claims: {
    issuer: string
    subject: string
    email: string
  }): Promise<Known | null> {
    if (claims.email === '') return null
    const address = normalAddress(claims.email)
    const recipient = await directory.findRecipient(address)
    // By the main address: another name may be one that somebody took.
    if (recipient?.address !== address || recipient.disabled) return null
    await insertIdentity(database, claims, recipient.accountId)
    return holderOf(database, claims)
  }
}
