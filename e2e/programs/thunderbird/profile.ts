import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

interface Profile {
  folder: string
  proxyPort: number
  marionettePort: number
  /** Names that are this machine. */
  hosts: readonly string[]
}

/** A new user's profile: no account, the network behind the proxy, nothing sent to the maker, no question in the way. */
export async function writeProfile({ folder, ...at }: Profile): Promise<void> {
  const wishes: Record<string, string | number | boolean> = {
    'marionette.port': at.marionettePort,
    'network.proxy.type': 1,
    'network.proxy.http': '127.0.0.1',
    'network.proxy.http_port': at.proxyPort,
    'network.proxy.ssl': '127.0.0.1',
    'network.proxy.ssl_port': at.proxyPort,
    'network.dns.localDomains': at.hosts.join(','),
    'app.update.enabled': false,
    'app.donation.eoy.version.viewed': 999,
    'datareporting.policy.dataSubmissionEnabled': false,
    'datareporting.healthreport.uploadEnabled': false,
    'toolkit.telemetry.enabled': false,
    'mail.rights.version': 1,
    'mail.spotlight.firstRunDone': true,
    'mail.shell.checkDefaultClient': false,
    'mail.inappnotifications.enabled': false,
    'mailnews.start_page.enabled': false,
    'browser.shell.checkDefaultBrowser': false,
    'mail.winsearch.firstRunDone': true,
    'calendar.timezone.useSystemTimezone': true,
    // A mail counts as read at once when it is opened.
    'mailnews.mark_message_read.delay': false,
  }
  await mkdir(folder, { recursive: true })
  const lines = Object.entries(wishes).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  await writeFile(join(folder, 'user.js'), `${lines.join('\n')}\n`)
}
