import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
// @ts-expect-error a package without types
import { Provider } from 'oidc-provider'

export interface OpenIdProvider {
  issuer: string
  /** Signs in there as a browser would, and agrees. @returns where the provider sends the browser back to */
  signIn(url: string, name: string): Promise<URL>
  /** What it would send to who listens for logouts; `of` another program, or an ID token in its place. */
  logoutToken(name: string, sid?: string, of?: 'hongyan' | 'another'): Promise<string>
  idToken(name: string): Promise<string>
  stop(): void
}

/** A certified provider on a free port: whoever signs in has the address `<name>@example.test`, verified unless the name says so. */
export async function startOpenIdProvider(redirectUri: string): Promise<OpenIdProvider> {
  const server = createServer((request, response) => provider.callback()(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const program = (id: string) => ({
    client_id: id,
    client_secret: 'a-secret-of-some-length',
    redirect_uris: [redirectUri],
    response_types: ['code'],
    grant_types: ['authorization_code'],
    // It refuses to call this machine itself: tests carry what it would say.
    backchannel_logout_uri: `${issuer}/nobody`,
    backchannel_logout_session_required: true,
  })
  const provider = new Provider(issuer, {
    clients: [program('hongyan'), program('another')],
    features: { backchannelLogout: { enabled: true } },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: (document: string) =>
        id.startsWith('two-faced') ? twoFaced(id, document) : saidOf(id),
    }),
    // Many providers say the address in the ID token too.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    cookies: { keys: ['a-key-for-tests'] },
  })
  /** As the provider makes them (`backchannelLogout` of its client). */
  const signed = async (name: string, of: string, claims: Record<string, unknown>) => {
    const token = new provider.IdToken({ sub: name }, { client: await provider.Client.find(of) })
    token.mask = { sub: null }
    for (const [claim, value] of Object.entries(claims)) token.set(claim, value)
    return token.issue({ use: 'logout' })
  }
  return {
    issuer,
    signIn: (url, name) => signIn(issuer, url, name),
    logoutToken: (name, sid, of = 'hongyan') => {
      const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
      return signed(name, of, { events, jti: randomUUID(), ...(sid && { sid }) })
    },
    idToken: (name) => signed(name, 'hongyan', {}),
    stop: () => server.close(),
  }
}

const saidOf = (id: string) => ({
  sub: id,
  email: `${id}@example.test`,
  email_verified: !id.startsWith('unverified'),
})

/** `two-faced-<name>`: the ID token names an address that nobody verified, userinfo another one that somebody did. */
const twoFaced = (id: string, document: string) =>
  document === 'id_token'
    ? { sub: id, email: `${id.slice('two-faced-'.length)}@example.test` }
    : { sub: id, email: `${id}@elsewhere.test`, email_verified: true }

async function signIn(issuer: string, url: string, name: string): Promise<URL> {
  const jar = new Map<string, string>()
  const ask = async (to: string, form?: Record<string, string>): Promise<Response> => {
    const cookie = [...jar].map(([key, value]) => `${key}=${value}`).join('; ')
    const answer = await fetch(new URL(to, issuer), {
      redirect: 'manual',
      headers: { cookie },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ''] = set.split(';')
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    return answer
  }
  let answer = await ask(url)
  for (let step = 0; step < 12; step++) {
    const place = answer.headers.get('location')
    if (place !== null) {
      const to = new URL(place, issuer)
      if (to.origin !== issuer) return to
      answer = await ask(to.href)
      continue
    }
    const page = await answer.text()
    const action = /action="([^"]+)"/.exec(page)?.[1]
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
    if (!action || !prompt)
      throw new Error(`the provider says ${answer.status}: ${page.slice(0, 300)}`)
    answer = await ask(action, { prompt, login: name, password: 'any' })
  }
  throw new Error('the provider never sent the browser back')
}
