import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { domain } from '../../durability/product.ts'
import { freePort } from '../../support/free-port.ts'
import type { Installation } from '../installation.ts'
import { mailOf } from '../mailbox.ts'
import { type Program, same } from '../program.ts'
import { startDomainProxy } from './domain-proxy.ts'
import { hearBrowser, readMail, sendMail } from './mail.ts'
import { connectMarionette, type Marionette } from './marionette.ts'
import { writeProfile } from './profile.ts'
import { setUp } from './set-up.ts'

/** Thunderbird, as somebody sets it up who knows an address and a code, in an invisible window. */
export const thunderbird: Program = {
  name: 'thunderbird',
  command: 'thunderbird',
  run: async (at) => {
    const folder = join(at.folder, 'thunderbird')
    const proxy = await startDomainProxy(domain, at.httpPort)
    const marionettePort = await freePort()
    const hosts = [`mail.${domain}`]
    await writeProfile({ folder, proxyPort: proxy.port, marionettePort, hosts })
    await seed(at)
    const child = start(folder)
    const ended = once(child, 'exit')
    try {
      const program = await connectMarionette(marionettePort)
      await trust(program, at, hosts[0] ?? '')
      await setUp(program, at)
      same(
        'asked over HTTP',
        proxy.asked.some((one) => one.endsWith('/config-v1.1.xml')),
        true,
      )
      await readMail(program, at)
      await hearBrowser(program, at)
      await sendMail(program, at)
      program.close()
    } finally {
      child.kill('SIGTERM')
      await ended
      proxy.stop()
    }
  },
}

const start = (profile: string): ChildProcess =>
  spawn(
    'thunderbird',
    [
      '--headless',
      '--no-remote',
      '--marionette',
      '--remote-allow-system-access',
      '--profile',
      profile,
    ],
    {
      env: { PATH: process.env.PATH ?? '', HOME: profile, MOZ_HEADLESS: '1', LANG: 'C.UTF-8' },
      stdio: 'ignore',
    },
  )

async function seed(at: Installation): Promise<void> {
  const flow = await at.connect()
  for (const name of ['tb-1', 'tb-2']) await flow.append('INBOX', mailOf(name, `鸿雁 ${name}`))
  await flow.logout()
}

/** The certificate of a trial is nobody's: it is taken for these ports alone, as a person does by the button. */
async function trust(program: Marionette, at: Installation, host: string): Promise<void> {
  const pem = await readFile(at.certificate, 'utf8')
  const base64 = pem.replace(/-----.*-----|\n/g, '')
  const ports = [at.port, at.tlsPort, at.pop3.tlsPort, at.submission.port, at.submission.tlsPort]
  await program.run(
    `const [base64, host, ports] = arguments
    const certificates = Cc['@mozilla.org/security/x509certdb;1'].getService(Ci.nsIX509CertDB)
    const certificate = certificates.constructX509FromBase64(base64)
    const overrides = Cc['@mozilla.org/security/certoverride;1'].getService(Ci.nsICertOverrideService)
    for (const port of ports) overrides.rememberValidityOverride(host, port, {}, certificate, false)`,
    base64,
    host,
    ports,
  )
}
