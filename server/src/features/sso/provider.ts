import * as oauth from 'oauth4webapi'
import { z } from 'zod'
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
  /** The session there; '' where it names none. */
  sid: string
}

/** What a provider says has ended. */
export interface LoggedOut {
  issuer: string
  subject: string
  /** Null: all of that person's. */
  sid: string | null
  at: Date
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
        const { iss: issuer, sub: subject, sid } = claims
        const email = emailOf(claims) || emailOf(more)
        return { issuer, subject, email, sid: typeof sid === 'string' ? sid : '' }
      } catch (thrown) {
        if (thrown instanceof AppError) throw thrown
        log.warn({ reason: messageOf(thrown) }, 'a single sign-on was refused')
        throw new AppError('sso.refused')
      }
    },
    /** @throws sso.refused where it is no logout token of this provider for us, sso.away */
    loggedOut: async (token: string): Promise<LoggedOut> => {
      const server = await discover()
      try {
        await checkSignature({ server, client, how }, token)
        return readLogout(token)
      } catch (thrown) {
        log.warn({ reason: messageOf(thrown) }, 'a logout of the sign-on provider was refused')
        throw new AppError('sso.refused')
      }
    },
  }
}

/** Signature by a key of the provider, issuer, audience and time: a JWT of authorisation (JARM) is checked just so. */
async function checkSignature({ server, client, how }: Asking, token: string): Promise<void> {
  const algorithms = server.id_token_signing_alg_values_supported
  const signer = {
    ...server,
    ...(algorithms && { authorization_signing_alg_values_supported: algorithms }),
    authorization_response_iss_parameter_supported: false,
  }
  const given = new URLSearchParams({ response: token })
  await oauth.validateJwtAuthResponse(signer, client, given, oauth.skipStateCheck, how)
}

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
/** The clocks of two servers differ a little (seconds). */
const skew = 30

/** Back-Channel Logout 1.0 §2.6: what is signed for something else is no logout, an ID token least of all. */
const logoutClaims = z.object({
  iss: z.string(),
  sub: z.string(),
  sid: z.string().min(1).optional(),
  iat: z.number().int(),
  jti: z.string().min(1),
  nonce: z.undefined().optional(),
  events: z.object({ [logoutEvent]: z.object({}) }),
})

function readLogout(token: string): LoggedOut {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
  const { iss, sub, sid, iat } = logoutClaims.parse(JSON.parse(payload))
  return { issuer: iss, subject: sub, sid: sid ?? null, at: new Date((iat + skew) * 1000) }
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
