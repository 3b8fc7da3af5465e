import type { AddressInfo } from 'node:net'
import { version } from '@hongyan/contract/http-version'
import { parseMessage } from '@hongyan/mime/parse'
import type { Config } from './config.ts'
import { resolveHost } from './delivery/dns/host-addresses.ts'
import { createResolver } from './delivery/dns/resolver.ts'
import { createAuthenticator } from './delivery/inbound/authenticate.ts'
import { createInboundPipeline } from './delivery/inbound/pipeline.ts'
import type { InboundHook } from './delivery/inbound/types.ts'
import { createBounces } from './delivery/outbound/bounces.ts'
import { createOutbox } from './delivery/outbound/outbox.ts'
import { reason } from './delivery/outbound/reasons.ts'
import { createTransport } from './delivery/outbound/transport.ts'
import { apiDocsRoutes } from './features/api-docs/api-docs.routes.ts'
import { type Authorised, createAuthorised } from './features/authorised/authorised.public.ts'
import { authorisedRoutes } from './features/authorised/authorised.routes.ts'
import { type Bulk, createBulk } from './features/bulk/bulk.public.ts'
import { bulkRoutes } from './features/bulk/bulk.routes.ts'
import { type Compose, createCompose } from './features/compose/compose.public.ts'
import { composeRoutes } from './features/compose/compose.routes.ts'
import { createContacts } from './features/contacts/contacts.public.ts'
import { contactRoutes } from './features/contacts/contacts.routes.ts'
import { createDirectory } from './features/directory/directory.public.ts'
import { createFeedback } from './features/feedback/feedback.public.ts'
import { feedbackRoutes } from './features/feedback/feedback.routes.ts'
import { clearingJob } from './features/folders/folder-clearing.ts'
import { createFolderLocks } from './features/folders/folder-locks.ts'
import { folderRoutes } from './features/folders/folders.routes.ts'
import { createFolders } from './features/folders/folders.service.ts'
import { healthRoutes } from './features/health/health.routes.ts'
import { createImports, type Imports } from './features/imports/imports.public.ts'
import { importRoutes } from './features/imports/imports.routes.ts'
import { createKeys } from './features/keys/keys.public.ts'
import { keyRoutes } from './features/keys/keys.routes.ts'
import { labelRoutes } from './features/labels/labels.routes.ts'
import { createLabels, labelSweepJob } from './features/labels/labels.service.ts'
import { createLetters } from './features/letters/letters.public.ts'
import { letterRoutes } from './features/letters/letters.routes.ts'
import { messageRoutes } from './features/messages/messages.routes.ts'
import { createMessages } from './features/messages/messages.service.ts'
import { createSenderMarks } from './features/messages/sender-marks.ts'
import { readerRoutes } from './features/reader/reader.routes.ts'
import { createReader, type Reader } from './features/reader/reader.service.ts'
import { createRecords, selfCheck } from './features/records/records.public.ts'
import { recordRoutes } from './features/records/records.routes.ts'
import { createArrivalHook, createRules, type Rules } from './features/rules/rules.public.ts'
import { ruleRoutes } from './features/rules/rules.routes.ts'
import { createSavedSearches } from './features/search/saved.service.ts'
import { searchRoutes } from './features/search/search.routes.ts'
import { createSearching } from './features/search/search.service.ts'
import { createSessions } from './features/session/session.public.ts'
import { sessionRoutes } from './features/session/session.routes.ts'
import { createSettings } from './features/settings/settings.public.ts'
import { settingsRoutes } from './features/settings/settings.routes.ts'
import { createTodos } from './features/todo/todo.public.ts'
import { todoRoutes } from './features/todo/todo.routes.ts'
import { webFileRoutes } from './features/web-files/web-files.routes.ts'
import {
  createPushServices,
  createVapid,
  createWebPush,
  type WebPush,
} from './features/web-push/web-push.public.ts'
import { webPushRoutes } from './features/web-push/web-push.routes.ts'
import { createMailstore } from './mailstore/mailstore.ts'
import { collectGarbage, sweepOrphans } from './platform/blobs/blob-gc.ts'
import type { BlobStore } from './platform/blobs/blobs.ts'
import type { Clock } from './platform/clock.ts'
import { createPasswords } from './platform/crypto/passwords.ts'
import { createSigner, sharedSecret } from './platform/crypto/signer.ts'
import type { Database } from './platform/db/pool.ts'
import { watchEventLoop } from './platform/event-loop.ts'
import { createEvents } from './platform/events/events.ts'
import { createHttp, type Http } from './platform/http/http.ts'
import { createJobs } from './platform/jobs/jobs.ts'
import type { Log } from './platform/log.ts'
import { createMetrics } from './platform/metrics.ts'
import { createGuardedFetch } from './platform/net/guarded-fetch.ts'
import { mailCertificate } from './protocols/shared/certificate.ts'
import { createMailDoors } from './protocols/smtp/mail-doors.ts'
import { createPush } from './push/push.ts'

/** Enough of a refused mail to name its subject. */
const headBytes = 64 * 1024

/** What main.ts opened before: the places where state lives. */
export interface Ground {
  config: Config
  database: Database
  blobs: BlobStore
  log: Log
  clock: Clock
}

export type App = Awaited<ReturnType<typeof createApp>>

/** The only file that wires: every part is made here and handed what it needs. */
export async function createApp(ground: Ground) {
  const core = await createCore(ground)
  const delivery = createDelivery(core)
  const certificate = await mailCertificate(core.config)
  const mail = createMailDoors({ ...core, certificate, pipeline: delivery.pipeline })
  const webPush = await createWebPushPart(core, delivery)
  const web = createWebDoor(core, delivery, webPush)
  const { config, events, jobs, mailstore } = core
  const has = (role: Config['roles'][number]) => config.roles.includes(role)
  return {
    ...core,
    ...delivery,
    http: web.http,
    compose: web.compose,
    folders: web.folders,
    imports: web.imports,
    httpPort: web.port,
    smtpPort: () => mail.ports()[0] ?? null,
    lmtpPort: () => mail.ports()[1] ?? null,
    start: async (): Promise<void> => {
      await events.start()
      await jobs.start()
      if (has('smtp')) await mail.start()
      if (has('worker')) {
        delivery.outbox.start()
        await web.bulk.resume()
        await web.imports.resume()
        await webPush.start()
      }
      if (has('web')) await web.start()
    },
    /** Stops taking work, finishes what was accepted, then lets go. */
    stop: async (): Promise<void> => {
      await Promise.all([mail.stop(), web.stop()])
      await delivery.outbox.stop()
      await webPush.stop()
      await mailstore.stopIndexing()
      await jobs.stop()
      await mailstore.stop()
      await events.stop()
      delivery.dns.stop()
    },
    /** For commands that used the parts without starting the doors. */
    release: async (): Promise<void> => {
      await mailstore.stop()
      await events.stop()
      delivery.dns.stop()
    },
  }
}

async function createCore(ground: Ground) {
  const { config, database, blobs, log, clock } = ground
  const events = createEvents({ database, log, clock })
  const jobs = createJobs({ database, log, worker: config.roles.includes('worker') })
  const passwords = await createPasswords()
  const masterKey = await sharedSecret(database, 'authorised-mail')
  const signer = createSigner(await sharedSecret(database, 'file-tickets'), clock)
  const mailstore = createMailstore({ database, blobs, events, jobs, log })
  const directory = createDirectory({ database, mailstore, passwords })
  const sessions = createSessions({ database, directory, passwords, events, mailstore })
  const settings = createSettings({
    directory,
    autoForward: config.autoForward,
    preview: config.preview,
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
    sessions,
    settings,
    folderLocks,
    letters: createLetters({ ...ground, signer, settings }),
    feedback: createFeedback(ground),
    demoAccounts,
  }
}

type Core = Awaited<ReturnType<typeof createCore>>

function createDelivery(core: Core) {
  const { config, clock, log, directory } = core
  const { hostname } = config
  const dns = createResolver({ servers: config.dnsServers, clock, log })
  const transport = createTransport({
    relay: config.relay,
    dns,
    hostname,
    port: config.outboundPort,
  })
  const bounces = createBounces({ ...core, hostname })
  // Asked about every copy that is going to be stored, from outside or from one mailbox of ours to another.
  const hooks: InboundHook[] = []
  const outbox = createOutbox({ ...core, transport, bounces, hooks })
  const rules = createRules({ ...core, outbox, autoForward: config.autoForward })
  hooks.push(createArrivalHook(rules.deps))
  core.mailstore.beforeLeaving(outbox.cancelOfMessagesIn)
  const authorised = createAuthorised({ ...core, outbox })
  const pipeline = createInboundPipeline({
    ...core,
    authenticator: createAuthenticator({ resolver: dns, hostname, clock }),
    hooks,
    directory,
    bounce: ({ envelopeFrom, recipient, reason: { code, status, text }, raw, receipt }) => {
      const why = reason('refused', `${code} ${status} ${text}`)
      const request = {
        envelopeFrom,
        recipients: [{ address: recipient, reason: why }],
        original: raw,
        subject: parseMessage(raw.subarray(0, headBytes)).envelope.subject,
        arrived: clock.now(),
      }
      return outbox.bounce(request, receipt)
    },
    hostname,
  })
  return { dns, outbox, authorised, pipeline, rules }
}

type Delivery = ReturnType<typeof createDelivery>

interface Housekept {
  authorised: Authorised
  compose: Compose
  reader: Reader
  rules: Rules
  bulk: Bulk
  imports: Imports
}

/** Work that some process does now and then; the job queue sees to it that it is one. */
function scheduleHousekeeping(core: Core, parts: Housekept) {
  const { compose, reader, rules, bulk, imports, authorised } = parts
  const { jobs, sessions, mailstore, database, blobs, clock } = core
  const { every } = jobs
  for (const job of [clearingJob(mailstore), labelSweepJob(mailstore)]) {
    jobs.register(job.task, job.handler)
  }
  every('17 3 * * *', 'sweep-sessions', () => sessions.sweep())
  every('27 * * * *', 'sweep-receipts', () => mailstore.sweep())
  every('47 3 * * *', 'sweep-records', () => mailstore.sweepRecords())
  every('52 3 * * *', 'sweep-feed', () => mailstore.sweepFeed())
  every('57 3 * * *', 'sweep-rules', () => rules.sweep())
  every('7 * * * *', 'sweep-uploads', () => compose.sweep())
  every('* * * * *', 'empty-protected', () => compose.emptyProtected())
  every('* * * * *', 'resume-bulk', () => bulk.resume())
  every('47 * * * *', 'sweep-bulk', () => bulk.sweep())
  every('* * * * *', 'resume-imports', () => imports.resume())
  every('47 * * * *', 'sweep-imports', () => imports.sweep())
  every('47 * * * *', 'sweep-pictures', () => reader.sweep())
  every('57 * * * *', 'sweep-authorised', () => authorised.sweep())
  every('37 3 * * *', 'sweep-letter-pictures', () => core.letters.sweep())
  every('*/15 * * * *', 'collect-garbage', () => collectGarbage(database, blobs, clock.now()))
  every('37 2 * * *', 'sweep-orphans', () => sweepOrphans(database, blobs, clock.now()))
}

/** Notifications for browsers whose page is closed. */
async function createWebPushPart(core: Core, { dns }: Delivery): Promise<WebPush> {
  const { config, clock, database, sessions, settings, folderLocks } = core
  const contact = config.origin.startsWith('https:')
    ? config.origin
    : `mailto:postmaster@${config.hostname}`
  const vapid = createVapid(await sharedSecret(database, 'web-push'), contact)
  const services = createPushServices({ dns, vapid, clock, allowed: config.pushServices })
  return createWebPush({
    ...core,
    vapid,
    services,
    settingsOf: settings.of,
    hiddenFor: async (accountId, sessionId) => {
      const keys = await sessions.folderKeys(sessionId)
      return keys && folderLocks.hiddenWith(accountId, keys)
    },
  })
}

function createWebDoor(core: Core, delivery: Delivery, webPush: WebPush) {
  const { outbox, rules, authorised } = delivery
  const { config, log, clock, database, events, mailstore, directory, sessions, settings } = core
  const { metrics, signer } = core
  const { hiddenFor, sightOf } = core.folderLocks
  const authenticate = (token: string) => callerOf(core, token)
  const { origin, trustProxy, recallHours } = config
  const secure = origin.startsWith('https:')
  const http = createHttp({ log, clock, trustProxy, secure, authenticate })
  const push = createPush({ ...core, origin, authenticate, sightOf, living: sessions.living })
  metrics.gauge('hongyan_push_connections', () => push.connections())
  metrics.gauge('hongyan_memory_bytes', () => process.memoryUsage().rss)
  const loop = watchEventLoop()
  metrics.gauge('hongyan_event_loop_stall_ms', () => loop.longestStall())
  healthRoutes(http, { metrics, ready: database.ping })
  apiDocsRoutes(http)
  webPushRoutes(http, webPush)
  sessionRoutes(http, { sessions, directory })
  settingsRoutes(http, { settings, mailstore, platform: platformOf(core) })
  const folders = createFolders(core)
  folderRoutes(http, folders)
  const contacts = createContacts({ database, clock, directory })
  const compose = createCompose({ ...core, outbox, contacts, authorised, origin, recallHours })
  contactRoutes(http, contacts)
  composeRoutes(http, compose)
  authorisedRoutes(http, authorised)
  letterRoutes(http, core.letters, compose.takeLetter)
  feedbackRoutes(http, core.feedback)
  keyRoutes(http, createKeys(core))
  ruleRoutes(http, rules)
  recordDoors(http, core, { outbox, rules })
  const bulk = createBulk(core)
  bulkRoutes(http, bulk)
  const imports = createImports(core)
  importRoutes(http, imports)
  const reader = createReaderPart(core, delivery)
  scheduleHousekeeping(core, { compose, reader, rules, bulk, imports, authorised })
  const { recipientsOf, openUpload } = compose
  const statesOf = async (...asked: Parameters<typeof outbox.states>) =>
    new Map((await outbox.states(...asked)).map((one) => [one.id, one.state]))
  const files = { signer, openUpload, hiddenFor }
  const marksOf = createSenderMarks({
    clock,
    domains: directory.domains,
    writtenTo: contacts.writtenTo,
  })
  const parts = { mailstore, recipientsOf, statesOf, marksOf, log }
  const { readingOf, canPreview } = reader
  const messages = createMessages({ ...parts, ...files, readingOf, canPreview })
  messageRoutes(http, messages)
  labelRoutes(http, createLabels({ ...core, messages }))
  const searching = createSearching({ mailstore, clock, items: messages.asItems, people: contacts })
  searchRoutes(http, searching, createSavedSearches({ database }))
  readerRoutes(http, reader)
  webFileRoutes(http)
  let listening = false
  return {
    http,
    compose,
    bulk,
    folders,
    imports,
    port: (): number | null => (http.app.server.address() as AddressInfo | null)?.port ?? null,
    start: async () => {
      await http.app.listen({ port: config.httpPort, host: config.bind })
      push.attach(http.app.server)
      loop.start()
      listening = true
    },
    stop: async () => {
      loop.stop()
      await push.stop()
      if (listening) await http.app.close()
    },
  }
}

/** Who calls, and which folders do not exist for this login. */
async function callerOf({ sessions, folderLocks }: Core, token: string) {
  const row = await sessions.callerOf(token)
  return row && { ...row, hidden: await folderLocks.hiddenWith(row.accountId, row) }
}

/** Todo mail, logs, history and retrieval: none of them shows mail of a locked folder. */
function recordDoors(
  http: Http,
  core: Core,
  { outbox, rules }: Pick<Delivery, 'outbox' | 'rules'>,
) {
  const { mailstore } = core
  todoRoutes(http, createTodos(core))
  recordRoutes(http, {
    records: createRecords({ mailstore }),
    selfCheck: (accountId) =>
      selfCheck({ mailstore, rules, troubleOf: (id) => outbox.trouble(id, 7) }, accountId),
  })
}

function createReaderPart(core: Core, { dns, outbox }: Delivery): Reader {
  const { config, folderLocks } = core
  const web = createGuardedFetch({
    resolve: resolveHost(dns),
    privateHosts: config.privateWebHosts,
  })
  const { hostname, preview } = config
  return createReader({ ...core, outbox, web, hostname, preview, hiddenFor: folderLocks.hiddenFor })
}

const platformOf = ({ directory, demoAccounts }: Core) => ({
  version,
  organisation: async () => (await directory.organisation())?.name ?? 'Hongyan',
  demoAccounts,
})
