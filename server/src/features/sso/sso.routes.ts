import { sso as ssoApi } from '@hongyan/contract/sso'
import type { Http } from '../../platform/http/http.ts'
import type { Sso } from './sso.service.ts'

/** Single sign-on: out to the provider, and back. */
export function ssoRoutes(http: Http, sso: Sso): void {
  http.bind(ssoApi.begin, () => sso.begin())
  http.bind(ssoApi.logout, async ({ body }) => {
    await sso.logOut(body.logout_token)
    return {}
  })
  http.bind(ssoApi.finish, async ({ body, ip, userAgent, browser }) => {
    const { tokens, marks } = await sso.finish(body, { ip, userAgent, marks: browser.value })
    browser.remember(marks)
    return tokens
  })
}
