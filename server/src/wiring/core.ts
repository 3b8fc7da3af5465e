import type { Config } from '../config.ts'
import { createCaptchas } from '../features/captcha/captcha.public.ts'
import { createClientAccess } from '../features/client-access/client-access.public.ts'
import { canTellNews } from '../features/codes/codes.public.ts'
import { createConsoleSessions } from '../features/console/console.public.ts'
import { createDirectory } from '../features/directory/directory.public.ts'
import { createFeedback } from '../features/feedback/feedback.public.ts'
import { createFolderLocks } from '../features/folders/folders.public.ts'
import { createAnnouncements } from '../features/home/home.public.ts'
import { createLdap } from '../features/ldap/ldap.public.ts'
import { createOwnTexts } from '../features/own-texts/own-texts.public.ts'
import { createSessions } from '../features/session/session.public.ts'
import { createSettings } from '../features/settings/settings.public.ts'
import { createTickets } from '../features/tickets/tickets.public.ts'
import { createMailstore } from '../mailstore/mailstore.ts'
import type { BlobStore } from '../platform/blobs/blobs.ts'
import type { Clock } from '../platform/clock.ts'
import { createPasswords } from '../platform/crypto/passwords.ts'
import { createSigner, sharedSecret } from '../platform/crypto/signer.ts'
import type { Database } from '../platform/db/pool.ts'
import { createEvents } from '../platform/events/events.ts'
import { createJobs } from '../platform/jobs/jobs.ts'
import type { Log } from '../platform/log.ts'
import { createMetrics } from '../platform/metrics.ts'

/** What main.ts opened before: the places where state lives. */
export interface Ground {
  config: Config
  database: Database
  blobs: BlobStore
  log: Log
  clock: Clock
}

export type Core = Awaited<ReturnType<typeof createCore>>

/** The store and what nearly every other part needs. */
export async function createCore(ground: Ground) {
  const { config, database, blobs, log, clock } = ground
  const events = createEvents({ database, log, clock })
  const jobs = createJobs({ database, log, worker: config.roles.includes('worker') })
  const passwords = await createPasswords()
  const masterKey = await sharedSecret(database, 'authorised-mail')
  const signer = createSigner(await sharedSecret(database, 'file-tickets'), clock)
  const mailstore = createMailstore({ database, blobs, events, jobs, log })
  await mailstore.begin()
  const directory = createDirectory({ database, mailstore, passwords })
  const tickets = createTickets({
    database,
    clock,
    key: await sharedSecret(database, 'ticket-clients'),
    origin: config.origin,
  })
  const ldap = createLdap({ database, directory, log, config })
  const about = {
    database,
    directory,
    passwords,
    signer,
    events,
    mailstore,
    ldap,
    jobs,
    clock,
    config,
  }
  const sessions = createSessions(about)
  const settings = createSettings({
    directory,
    autoForward: config.autoForward,
    startInInbox: config.startInInbox,
    preview: config.preview,
    passwordLevel: config.passwordLevel,
    logoutLink: config.logoutLink,
    archiveLink: config.archiveLink,
    clientLink: config.clientLink,
    gatewayLink: config.gatewayLink,
    copyright: config.copyright,
    smsNotices: canTellNews(config.sms),
    assistant: config.assistant,
  })
  const folderLocks = createFolderLocks({ mailstore, keysOf: sessions.folderKeys })
  const demoAccounts = async () => {
    const domains = config.demo ? await directory.domains() : []
    return domains.includes('demo.hongyan.test')
      ? ['zhangwei', 'emma', 'admin'].map((name) => `${name}@demo.hongyan.test`)
      : null
  }
  return {
    ...ground,
    events,
    metrics: createMetrics(),
    jobs,
    signer,
    masterKey,
    passwords,
    mailstore,
    directory,
    ldap,
    tickets,
    sessions,
    consoleSessions: createConsoleSessions({ database, sessions }),
    clientAccess: createClientAccess({ ...about, sessions }),
    captchas: createCaptchas({ database, sessions }),
    settings,
    folderLocks,
    ownTexts: createOwnTexts({ ...ground, signer, settings }),
    feedback: createFeedback(ground),
    announcements: createAnnouncements(ground),
    demoAccounts,
  }
}
