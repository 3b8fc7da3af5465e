import * as oauth from 'oauth4webapi'
import { slowWork } from '../../platform/db/slow-work.ts'
import { AppError, messageOf } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'

export interface OidcConfig {
  issuer: string
  clientId: string
  /** '': a public client, which PKCE alone protects. */
  clientSecret: string
}

/** What a provider says of somebody. */
export interface Claims {
  issuer: string
  subject: string
  /** '' unless the provider says that it is verified. */
  email: string
}

interface Options extends OidcConfig {
  redirectUri: string
  log: Log
}

interface Returned {
  code: string
  state: string
  iss?: string | undefined
}

/** How long (ms) what a provider says of itself is believed. */
const freshness = 3_600_000

/** One OpenID provider: discovery, authorisation code with PKCE, state, nonce, issuer (RFC 9207), signed ID token. */
export function createProvider({ issuer, clientId, clientSecret, redirectUri, log }: Options) {
  const client: oauth.Client = { client_id: clientId }
  const proof = clientSecret === '' ? oauth.None() : oauth.ClientSecretBasic(clientSecret)
  // A provider on this machine is for development and for tests.
  const isLocal = /^http:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?(?:\/|$)/.test(issuer)
  const how = { [oauth.allowInsecureRequests]: isLocal, signal: () => AbortSignal.timeout(10_000) }
  /** Asked once for all who wait for it. */
  let known: { at: number; server: Promise<oauth.AuthorizationServer> } | null = null

  const ask = async (): Promise<oauth.AuthorizationServer> => {
    const url = new URL(issuer)
    return oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, how))
  }
  const discover = async (): Promise<oauth.AuthorizationServer> => {
    slowWork('the network')
    if (!known || Date.now() - known.at >= freshness) known = { at: Date.now(), server: ask() }
    try {
      return await known.server
    } catch (thrown) {
      known = null
      log.error({ reason: messageOf(thrown) }, 'the sign-on provider could not be asked')
      throw new AppError('sso.away')
    }
  }

  return {
    /** Where the browser is sent. @throws sso.away */
    begin: async () => {
      const server = await discover()
      const verifier = oauth.generateRandomCodeVerifier()
      const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()]
      const url = new URL(server.authorization_endpoint ?? issuer)
      const asked = {
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }
      for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
      return { url: url.href, state, nonce, verifier }
    },
    /** @throws sso.refused whatever was wrong with it, sso.away */
    claimsOf: async (
      { code, state, iss }: Returned,
      { verifier, nonce }: { verifier: string; nonce: string },
    ): Promise<Claims> => {
      const server = await discover()
      const given = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) })
      try {
        const right = oauth.validateAuthResponse(server, client, given, state)
        const answer = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          proof,
          right,
          redirectUri,
          verifier,
          how,
        )
        const result = await oauth.processAuthorizationCodeResponse(server, client, answer, {
          expectedNonce: nonce,
          requireIdToken: true,
        })
        await oauth.validateApplicationLevelSignature(server, answer, how)
        const claims = oauth.getValidatedIdTokenClaims(result)
        if (!claims) throw new Error('no ID token')
        const more = await userInfo({ server, client, how }, result.access_token, claims.sub)
        return { issuer: claims.iss, subject: claims.sub, email: emailOf(claims) || emailOf(more) }
      } catch (thrown) {
        if (thrown instanceof AppError) throw thrown
        log.warn({ reason: messageOf(thrown) }, 'a single sign-on was refused')
        throw new AppError('sso.refused')
      }
    },
  }
}

interface Asking {
  server: oauth.AuthorizationServer
  client: oauth.Client
  how: { [oauth.allowInsecureRequests]: boolean; signal: () => AbortSignal }
}

/** Many providers say the address there and not in the ID token. */
async function userInfo({ server, client, how }: Asking, token: string, subject: string) {
  if (!server.userinfo_endpoint) return {}
  const answer = await oauth.userInfoRequest(server, client, token, how)
  return oauth.processUserInfoResponse(server, client, subject, answer)
}

/** Of one document: what one says to be verified says nothing of the address in another. */
const emailOf = (claims: Record<string, unknown>): string =>
  claims.email_verified === true && typeof claims.email === 'string' ? claims.email : ''
