import type { Endpoint } from '@hongyan/contract/endpoint'
import { smime as contract } from '@hongyan/contract/smime'
import type { Context, Http } from '../../platform/http/http.ts'
import { guessNetwork } from '../../platform/net/network-key.ts'
import type { KeyOwner } from './key-deps.ts'
import type { Keys } from './smime.service.ts'

const ownerOf = ({ caller, ip }: Context<Endpoint>): KeyOwner => ({
  userId: caller.userId,
  accountId: caller.accountId,
  sessionId: caller.sessionId,
  address: caller.address,
  network: guessNetwork(ip),
})

/** S/MIME keys (E20, E60 to E64, X96, X271 to X273); X97 is bound where mail is built. */
export function smimeRoutes(http: Http, keys: Keys): void {
  http.bind(contract.own, (context) => keys.own(ownerOf(context)))
  http.bind(contract.keyPinVerify, (context) => keys.open(ownerOf(context), context.body))
  http.bind(contract.getKeyByEmail, (context) =>
    keys.byEmail(ownerOf(context), context.body.emails),
  )
  http.bind(contract.save, async (context) => {
    await keys.save(ownerOf(context), context.body)
    return {}
  })
  http.bind(contract.sendSms, (context) => keys.sendSms(ownerOf(context)))
  http.bind(contract.resetKey, async (context) => {
    await keys.reset(ownerOf(context), context.body)
    return {}
  })
  http.bind(contract.getRandomCode, (context) => keys.randomCode(ownerOf(context)))
  http.bind(contract.peers, (context) => keys.peers(ownerOf(context)))
  http.bind(contract.savePeer, async (context) => {
    await keys.savePeer(ownerOf(context), context.body)
    return {}
  })
  http.bind(contract.removePeer, async (context) => {
    await keys.removePeer(ownerOf(context), context.body.peerId)
    return {}
  })
}
