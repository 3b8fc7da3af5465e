import { assistantPath } from '@hongyan/contract/assistant-wire'
import type { PlatformConfig } from '@hongyan/contract/settings'

interface Platform {
  organisation(): Promise<string>
  smimeEnable(): Promise<number>
  version: string
  phonePort(): number
  sso: string
  hideSome: string[]
  hideGateway: string[]
  showAi: string[]
  copyright: string
  clientLink: string
  /** Addresses that the login page offers; null outside the demo. */
  demoAccounts(): Promise<string[] | null>
}

/** What the browser must know of the installation, signed in or not (N16). */
export const createPlatformConfig = (platform: Platform) => async (): Promise<PlatformConfig> => {
  const [accounts, organisation, smimeEnable] = await Promise.all([
    platform.demoAccounts(),
    platform.organisation(),
    platform.smimeEnable(),
  ])
  return {
    organisation,
    smimeEnable,
    pushBase: '/api/',
    hideSome: platform.hideSome,
    hideWangguan: platform.hideGateway,
    showAi: platform.showAi,
    aiUrl: assistantPath,
    systemCopyringht: platform.copyright,
    mailClient: platform.clientLink,
    version: platform.version,
    phonePort: platform.phonePort(),
    sso: platform.sso,
    demo: accounts ? { accounts } : null,
  }
}
