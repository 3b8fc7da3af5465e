import type { Http } from '../../platform/http/http.ts'

export interface OwnPolicy {
  mode: 'off' | 'testing' | 'enforce'
  /** Our mail server's name. */
  hostname: string
  isOwnDomain(domain: string): Promise<boolean>
}

/** How long others hold on to it, in seconds: a week. */
const maxAge = 604_800

/** Our own policy (RFC 8461 §3.2), under the name `mta-sts.` and each of our domains. */
export function ownPolicyRoute({ app }: Pick<Http, 'app'>, policy: OwnPolicy): void {
  if (policy.mode === 'off') return
  app.get('/.well-known/mta-sts.txt', async (request, reply) => {
    const domain = /^mta-sts\.(?<domain>.{1,253})$/i.exec(request.hostname)?.groups?.domain
    if (domain === undefined || !(await policy.isOwnDomain(domain.toLowerCase())))
      return reply.code(404).send()
    const { mode, hostname } = policy
    return reply
      .type('text/plain; charset=utf-8')
      .send(`version: STSv1\r\nmode: ${mode}\r\nmx: ${hostname}\r\nmax_age: ${maxAge}\r\n`)
  })
}
