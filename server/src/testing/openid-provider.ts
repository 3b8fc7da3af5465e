import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
// @ts-expect-error a package without types
import { Provider } from 'oidc-provider'

export interface OpenIdProvider {
  issuer: string
  /** Signs in there as a browser would, and agrees. @returns where the provider sends the browser back to */
  signIn(url: string, name: string): Promise<URL>
  stop(): void
}

/** A certified provider on a free port: whoever signs in has the address `<name>@example.test`, verified unless the name says so. */
export async function startOpenIdProvider(redirectUri: string): Promise<OpenIdProvider> {
  const server = createServer((request, response) => provider.callback()(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'hongyan',
        client_secret: 'a-secret-of-some-length',
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
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
  return { issuer, signIn: (url, name) => signIn(issuer, url, name), stop: () => server.close() }
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
