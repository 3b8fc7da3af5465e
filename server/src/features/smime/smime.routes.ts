import type { Endpoint } from '@hongyan/contract/endpoint'
import { smime as contract } from '@hongyan/contract/smime'
import type { Context, Http } from '../../platform/http/http.ts'
import type { KeyOwner, Keys } from './smime.service.ts'

const ownerOf = ({ caller }: Context<Endpoint>): KeyOwner => ({
  userId: caller.userId,
  accountId: caller.accountId,
  address: caller.address,
})

/** S/MIME keys (E60, E61, E63, X96); X97 is bound where mail is built. */
export function smimeRoutes(http: Http, keys: Keys): void {
  http.bind(contract.own, (context) => keys.own(ownerOf(context)))
  http.bind(contract.keyPinVerify, (context) => keys.open(ownerOf(context), context.body.proof))
  http.bind(contract.getKeyByEmail, (context) =>
    keys.byEmail(ownerOf(context), context.body.emails),
  )
  http.bind(contract.save, async (context) => {
    await keys.save(ownerOf(context), context.body)
    return {}
  })
}
