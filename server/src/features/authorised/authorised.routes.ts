import { authorised as contract } from '@hongyan/contract/authorised'
import type { Endpoint } from '@hongyan/contract/endpoint'
import type { Context, Http } from '../../platform/http/http.ts'
import { untrustedFileHeaders } from '../../platform/http/security-headers.ts'
import type { Authorised } from './authorised.service.ts'
import type { AuthorisedCaller } from './authorised-deps.ts'

const callerOf = ({ caller }: Context<Endpoint>): AuthorisedCaller => ({
  accountId: caller.accountId,
  hidden: caller.hidden,
  person: caller.person,
  boxAddress: caller.level === null ? null : caller.address,
})

/** Read-limited mail for people with a login, and by link for others (E82, X81 to X86). */
export function authorisedRoutes(http: Http, authorised: Authorised): void {
  http.bind(contract.info, (context) => authorised.info(callerOf(context), context.query.mailId))
  http.bind(contract.open, (context) => authorised.open(callerOf(context), context.body))
  http.bind(contract.removeRead, (context) =>
    authorised.removeRead(callerOf(context), context.body.mailIds),
  )
  http.bind(contract.outside, ({ params }) => authorised.outside(params.token))
  http.bind(contract.outsideCode, async ({ params }) => {
    await authorised.sendCode(params.token)
    return {}
  })
  http.bind(contract.openOutside, ({ params, body }) => authorised.openOutside(params.token, body))
  http.bind(contract.file, async ({ params }) => {
    const { bytes, name, type, inline } = await authorised.openFile(params.ticket)
    const shown = inline && drawable.has(type)
    const headers = {
      'Content-Type': shown ? type : 'application/octet-stream',
      'Content-Disposition': `${shown ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(name.toWellFormed())}`,
      'Cache-Control': 'no-store',
    }
    return { bytes, headers: { ...untrustedFileHeaders, ...headers } }
  })
}

/** Kinds a browser may draw in place (T4). */
const drawable = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp'])
