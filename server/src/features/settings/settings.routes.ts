import {
  type PlatformConfig,
  type SettingsIndex,
  settings as settingsApi,
} from '@hongyan/contract/settings'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { Database } from '../../platform/db/pool.ts'
import type { Http } from '../../platform/http/http.ts'
import type { AccountId, UserId } from '../../platform/ids.ts'
import type { Rules } from '../rules/rules.public.ts'
import type { SmsNotices } from '../sms-notices/sms-notices.public.ts'
import type { Settings } from './settings.service.ts'

export interface SettingsParts {
  settings: Settings
  /** The settings with what depends on what others gave the person. */
  index(person: { userId: UserId; accountId: AccountId }): Promise<SettingsIndex>
  mailstore: Mailstore
  platform(): Promise<PlatformConfig>
  database: Database
  /** With what mail is answered and passed on by itself. */
  answers: Pick<Rules, 'reply' | 'forward' | 'prepare'>
  /** Whom text messages tell of new mail. */
  smsNotices: Pick<SmsNotices, 'follow'>
}

/** The settings index, quota, and what the browser must know before login. */
export function settingsRoutes(http: Http, { mailstore, platform, ...parts }: SettingsParts): void {
  const { settings } = parts
  http.bind(settingsApi.platform, () => platform())
  // How the product looks and behaves goes with the person into every mailbox.
  http.bind(settingsApi.index, ({ caller }) => parts.index(caller.person))
  bindConfig(http, parts)
  http.bind(settingsApi.changeSkin, async ({ caller, body }) => {
    await settings.changeSkin(caller.person.userId, body.skin)
    return {}
  })
  http.bind(settingsApi.archiveUrl, async () => ({ url: settings.archiveUrl() }))
  http.bind(settingsApi.gatewayUrl, async () => ({ url: settings.gatewayUrl() }))
  http.bind(settingsApi.quota, async ({ caller }) => {
    const state = await mailstore.state(caller.accountId)
    return { maxMap: { setSize: state?.quota ?? 0 }, curMap: { curSize: state?.used ?? 0 } }
  })
}

/** The general config, by one setting and as a whole: E112, E109, E114, E115. */
function bindConfig(
  http: Http,
  { settings, database, answers, smsNotices }: Omit<SettingsParts, 'mailstore' | 'platform'>,
): void {
  http.bind(settingsApi.changeSetting, async ({ caller, body }) => {
    const change = { [body.key]: body.value }
    const notices = await smsNotices.follow(caller.person, change)
    await database.transaction(async (tx) => {
      await settings.changeIn(tx, caller.person.userId, change)
      await notices.write(tx)
    })
    notices.done()
    return {}
  })
  http.bind(settingsApi.config, async ({ caller }) => ({
    ...(await settings.configOf(caller.person.userId)),
    autoReply: await answers.reply(caller),
    autoForward: await answers.forward(caller),
  }))
  http.bind(settingsApi.shortConfig, ({ caller }) => settings.configOf(caller.person.userId))
  http.bind(settingsApi.saveConfig, async ({ caller, body }) => {
    const { autoReply: reply, autoForward: forward, emailAddr: _, ...changes } = body
    const { timeZone } = changes
    const { write, done } = await answers.prepare(caller, { reply, forward, timeZone })
    const notices = await smsNotices.follow(caller.person, changes)
    await database.transaction(async (tx) => {
      await settings.changeIn(tx, caller.person.userId, changes)
      await write(tx)
      await notices.write(tx)
    })
    done()
    notices.done()
    return {}
  })
}
