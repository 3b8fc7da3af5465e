import { passkeys as passkeysApi } from '@hongyan/contract/passkeys'
import { phone as phoneApi } from '@hongyan/contract/phone'
import { recovery } from '@hongyan/contract/recovery'
import { secondStep as secondApi } from '@hongyan/contract/second-step'
import type { TokenPair } from '@hongyan/contract/session'
import { session } from '@hongyan/contract/session'
import { tickets as ticketsApi } from '@hongyan/contract/tickets'
import type { Context, Http } from '../../platform/http/http.ts'
import { guessNetwork } from '../../platform/net/network-key.ts'
import type { Captchas } from '../captcha/captcha.public.ts'
import type { Phones, RecoveryAddresses } from '../second-step/second-step.public.ts'
import type { From, Login } from './login.service.ts'

export interface LoginParts {
  login: Login
  phones: Pick<Phones, 'shown'>
  recoveryAddresses: Pick<RecoveryAddresses, 'shown'>
  captchas: Pick<Captchas, 'ask'>
  hasGateway: boolean
}

/** The ways in, and the way back in. */
export function loginRoutes(
  http: Http,
  { login, phones, recoveryAddresses, captchas, hasGateway }: LoginParts,
): void {
  http.bind(session.login, async (context) =>
    entered(context, await login.byPassword(context.body, fromOf(context))),
  )
  http.bind(ticketsApi.logIn, async (context) => {
    const { body } = context
    const from = fromOf(context)
    const answer =
      'uapticket' in body
        ? await login.byTicket(body.uapticket, from)
        : await login.byPassword(body, from)
    return entered(context, answer)
  })
  http.bind(secondApi.verify, async (context) =>
    entered(context, await login.bySecondStep(context.body, fromOf(context))),
  )
  http.bind(secondApi.verifyPhone, async (context) =>
    entered(context, await login.bySecondPhone(context.body, fromOf(context))),
  )
  http.bind(phoneApi.logIn, async (context) =>
    entered(context, await login.byPhone(context.body, fromOf(context))),
  )
  http.bind(passkeysApi.ask, async () => ({ options: { ...(await login.askPasskey()) } }))
  http.bind(passkeysApi.logIn, async (context) =>
    entered(context, await login.byPasskey(context.body.response, fromOf(context))),
  )
  http.bind(passkeysApi.askSecond, async (context) => ({
    options: { ...(await login.askSecondPasskey(context.body.ticket, fromOf(context))) },
  }))
  http.bind(passkeysApi.verify, async (context) =>
    entered(context, await login.bySecondPasskey(context.body, fromOf(context))),
  )
  http.bind(phoneApi.sendCode, async (context) => {
    const { body } = context
    if (body.purpose === 'second') return login.sendSecondCode(body.ticket, fromOf(context))
    if (body.purpose === 'bind') return login.sendBindCode(context.caller, body.phone)
    return login.sendCode(body, fromOf(context))
  })
  http.bind(phoneApi.imageCode, ({ ip }) => captchas.ask('picture', guessNetwork(ip)))
  http.bind(phoneApi.gateway, async () => ({
    smsGatewayStatus: hasGateway ? (1 as const) : (0 as const),
  }))
  http.bind(phoneApi.bind, async ({ caller, body, ip }) => {
    await login.bindPhone(caller, body, guessNetwork(ip))
    return {}
  })
  http.bind(phoneApi.bound, async ({ caller }) => ({ phone: await phones.shown(caller) }))
  http.bind(phoneApi.unbind, async ({ caller, body }) => {
    await login.unbindPhone(caller, body.password)
    return {}
  })
  http.bind(recovery.recover, (context) => login.recover(context.body, fromOf(context)))
  http.bind(recovery.sendCode, ({ caller, body }) => login.sendRecoveryCode(caller, body.address))
  http.bind(recovery.bind, async ({ caller, body, ip }) => {
    await login.bindRecovery(caller, body, guessNetwork(ip))
    return {}
  })
  http.bind(recovery.bound, async ({ caller }) => ({
    address: await recoveryAddresses.shown(caller),
  }))
  http.bind(recovery.unbind, async ({ caller, body }) => {
    await login.unbindRecovery(caller, body.password)
    return {}
  })
  http.bind(recovery.edit, async ({ body, ip }) => {
    await login.editPassword(body, guessNetwork(ip))
    return {}
  })
}

type Asking = Pick<Context<typeof session.login>, 'ip' | 'userAgent' | 'browser'>

const fromOf = ({ ip, userAgent, browser }: Asking): From => ({
  ip,
  userAgent,
  marks: browser.value,
  half: browser.half,
  network: guessNetwork(ip),
})

interface Entered {
  tokens: TokenPair
  marks: string | null
  half: string | null
}

/** The browser keeps what it is known by once the login is whole, and until then that it began it. */
function entered({ browser }: Asking, answer: Entered) {
  if (answer.marks !== null) browser.remember(answer.marks)
  if (answer.half !== null) browser.keepHalf(answer.half)
  return answer.tokens
}
