import { captcha as captchaApi, captchaKind } from '@hongyan/contract/captcha'
import type { Http } from '../../platform/http/http.ts'
import { guessNetwork } from '../../platform/net/network-key.ts'
import type { Captchas } from './captcha.service.ts'

export interface CaptchaParts {
  captchas: Captchas
  /** Whether a login from there is asked for one before it is tried. */
  isNeeded(network: string, loginType: 'password' | 'phone'): Promise<boolean>
}

export function captchaRoutes(http: Http, { captchas, isNeeded }: CaptchaParts): void {
  http.bind(captchaApi.ask, ({ query, ip }) => captchas.ask(query.kind, guessNetwork(ip)))
  http.bind(captchaApi.verify, ({ body, ip }) => captchas.verify(body, guessNetwork(ip)))
  http.bind(captchaApi.needed, async ({ query, ip }) => ({
    needed: (await isNeeded(guessNetwork(ip), query.loginType)) ? (1 as const) : (0 as const),
    kinds: [...captchaKind.options],
  }))
}
