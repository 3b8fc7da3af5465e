import { settings as settingsApi } from '@hongyan/contract/settings'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { Http } from '../../platform/http/http.ts'
import type { Settings } from './settings.service.ts'

interface Platform {
  organisation(): Promise<string>
  smimeEnable(): Promise<number>
  version: string
  sso: string
  hideSome: string[]
  hideGateway: string[]
  copyright: string
  /** Addresses that the login page offers; null outside the demo. */
  demoAccounts(): Promise<string[] | null>
}

export interface SettingsParts {
  settings: Settings
  mailstore: Mailstore
  platform: Platform
}

/** The settings index, quota, and what the browser must know before login. */
export function settingsRoutes(http: Http, { settings, mailstore, platform }: SettingsParts): void {
  http.bind(settingsApi.platform, async () => {
    const accounts = await platform.demoAccounts()
    return {
      organisation: await platform.organisation(),
      smimeEnable: await platform.smimeEnable(),
      pushBase: '/api/',
      hideSome: platform.hideSome,
      hideWangguan: platform.hideGateway,
      systemCopyringht: platform.copyright,
      version: platform.version,
      sso: platform.sso,
      demo: accounts ? { accounts } : null,
    }
  })
  http.bind(settingsApi.index, ({ caller }) => settings.of(caller.userId))
  http.bind(settingsApi.changeSetting, async ({ caller, body }) => {
    await settings.change(caller.userId, body)
    return {}
  })
  http.bind(settingsApi.changeSkin, async ({ caller, body }) => {
    await settings.changeSkin(caller.userId, body.skin)
    return {}
  })
  http.bind(settingsApi.archiveUrl, async () => ({ url: settings.archiveUrl() }))
  http.bind(settingsApi.gatewayUrl, async () => ({ url: settings.gatewayUrl() }))
  http.bind(settingsApi.quota, async ({ caller }) => {
    const state = await mailstore.state(caller.accountId)
    return { maxMap: { setSize: state?.quota ?? 0 }, curMap: { curSize: state?.used ?? 0 } }
  })
}
