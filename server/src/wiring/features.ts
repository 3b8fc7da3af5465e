import { version } from '@hongyan/contract/http-version'
import type { SettingsIndex } from '@hongyan/contract/settings'
import { resolveHost } from '../delivery/dns/host-addresses.ts'
import { apiDocsFeature } from '../features/api-docs/api-docs.public.ts'
import {
  type ApprovalParts,
  approvalFeature,
  createApproval,
} from '../features/approval/approval.public.ts'
import { authorisedFeature, createAuthorised } from '../features/authorised/authorised.public.ts'
import { bulkFeature, createBulk } from '../features/bulk/bulk.public.ts'
import { clientAccessFeature, createSetUp } from '../features/client-access/client-access.public.ts'
import { createKept } from '../features/compliance/compliance.public.ts'
import { composeFeature, createCompose } from '../features/compose/compose.public.ts'
import {
  consoleDoor,
  consoleFeature,
  createConsoleActs,
} from '../features/console/console.public.ts'
import { contactsFeature, createContacts } from '../features/contacts/contacts.public.ts'
import { domainsFeature } from '../features/domains/domains.public.ts'
import type { Feature } from '../features/feature.ts'
import { feedbackFeature } from '../features/feedback/feedback.public.ts'
import { createFolders, foldersFeature } from '../features/folders/folders.public.ts'
import { createGroups, groupsFeature } from '../features/groups/groups.public.ts'
import { groupsConsoleFeature } from '../features/groups/groups-console.public.ts'
import { createHome, homeFeature } from '../features/home/home.public.ts'
import { createImports, importsFeature } from '../features/imports/imports.public.ts'
import { createLabels, labelsFeature } from '../features/labels/labels.public.ts'
import {
  createMessages,
  createSenderMarks,
  messagesFeature,
} from '../features/messages/messages.public.ts'
import { createMigrations, migrationFeature } from '../features/migration/migration.public.ts'
import { machineValues, organisationFeature } from '../features/organisation/organisation.public.ts'
import { ownTextsFeature } from '../features/own-texts/own-texts.public.ts'
import { profileFeature } from '../features/profile/profile.public.ts'
import {
  createBoxMail,
  createPublicBoxes,
  publicBoxesFeature,
} from '../features/public-boxes/public-boxes.public.ts'
import { createReader, readerFeature } from '../features/reader/reader.public.ts'
import { createRecords, recordsFeature, selfCheck } from '../features/records/records.public.ts'
import { createRules, rulesFeature } from '../features/rules/rules.public.ts'
import {
  createSavedSearches,
  createSearching,
  searchFeature,
} from '../features/search/search.public.ts'
import { createWhoIs, sessionFeature } from '../features/session/session.public.ts'
import { createPlatformConfig, settingsFeature } from '../features/settings/settings.public.ts'
import { createKeys, smimeFeature } from '../features/smime/smime.public.ts'
import { createStart, startFeature } from '../features/start/start.public.ts'
import { createTlsReports, tlsReportsFeature } from '../features/tls-reports/tls-reports.public.ts'
import { createTodos, todoFeature } from '../features/todo/todo.public.ts'
import { webFilesFeature } from '../features/web-files/web-files.public.ts'
import {
  createPushServices,
  createVapid,
  createWebPush,
  webPushFeature,
} from '../features/web-push/web-push.public.ts'
import { bytesInMemory } from '../platform/budget.ts'
import { sharedSecret } from '../platform/crypto/signer.ts'
import { AppError } from '../platform/errors.ts'
import type { AccountId, SubmissionId, UserId } from '../platform/ids.ts'
import { createGuardedFetch } from '../platform/net/guarded-fetch.ts'
import { inNetworks } from '../platform/net/public-address.ts'
import { assistantOf } from './assistant.ts'
import type { Core } from './core.ts'
import type { Delivery } from './delivery.ts'
import { createLogins } from './login.ts'
import { protectionOf } from './protection.ts'
import { createLimits, healthFeatureOf, watchingOf } from './watching.ts'

type Logins = Awaited<ReturnType<typeof createLogins>>

/** Every feature as a value, in the order of their start; and the services that commands use. */
export async function createFeatures(core: Core, delivery: Delivery) {
  const { clock, database, mailstore, ownTexts } = core
  const { outbox } = delivery
  const writing = createWriting(core, delivery)
  const { approval, rules, authorised, folders, contacts, groups, boxMail, compose } = writing
  const index = createIndex(core, groups, approval)
  const imports = createImports(core)
  const reader = createReaderOf(core, delivery, approval)
  const publicBoxes = createPublicBoxes(core)
  const messages = createMessagesOf(core, delivery, { authorised, compose, contacts, reader })
  const labels = createLabels({ ...core, messages })
  const migrations = await createMigrationsOf(core, delivery, { folders, labels })
  const todos = createTodos(core)
  const home = createHome({ ...core, messages, todos, contacts, signatures: ownTexts.signatures })
  const searching = createSearching({ mailstore, clock, items: messages.asItems, people: contacts })
  const logins = await createLogins(core, delivery)
  const whoIs = createWhoIs({ ...core, associatedOf: publicBoxes.associatedOf })
  const platform = createPlatformConfig(platformOf(core))
  const tlsReports = createTlsReportsOf(core, delivery)
  const assistant = await assistantOf(core, { ...reader, ...contacts, ...searching })
  const features: readonly Feature[] = [
    healthFeatureOf(core),
    apiDocsFeature(),
    webPushFeature(await createWebPushOf(core, delivery)),
    sessionFeature({ ...core, whoIs }),
    await protectionOf(core, delivery, { ...reader, checks: assistant.checks }),
    publicBoxesFeature(publicBoxes, boxMail),
    ...logins.features,
    settingsFeature({ ...core, ...logins, index, answers: rules, platform }),
    startFeature(createStart({ whoIs, index, platform, folders, messages })),
    profileFeature(core),
    foldersFeature(folders),
    clientAccessFeatureOf(core, logins),
    contactsFeature(contacts, groups),
    groupsFeature(groups, { ...core, outbox }),
    composeFeature(compose, core),
    authorisedFeature(authorised),
    ownTextsFeature(ownTexts, compose.takeOwnText),
    feedbackFeature(core.feedback),
    smimeFeature(createKeys({ ...core, ownerProof: logins.ownerProof })),
    rulesFeature(rules),
    todoFeature(todos),
    approvalFeature({
      approval,
      takeBack: takeBackOf(compose),
      door: (http) => consoleDoor(http, core.consoleSessions) as never,
      acts: createConsoleActs(core),
    }),
    homeFeature(home),
    recordsFeatureOf(core, delivery, rules),
    bulkFeature(createBulk(core)),
    importsFeature(imports),
    migrationFeature(migrations),
    messagesFeature(messages),
    labelsFeature(labels),
    searchFeature(searching, createSavedSearches({ database })),
    readerFeature(reader),
    assistant,
    consoleOf(
      core,
      { folders, rules, ownPasswords: logins.ownPasswords },
      await sharedSecret(database, 'console'),
    ),
    tlsReportsFeature(tlsReports, ownPolicyOf(core)),
    domainsFeature(core),
    groupsConsoleFeature(groups, core),
    organisationFeature({ ...core, approval, compose, machine: machineOf(core) }),
    ...watchingOf(core, delivery, writing.alarms),
    webFilesFeature(),
  ]
  return {
    features,
    approval,
    authorised,
    compose,
    folders,
    groups,
    imports,
    labels,
    migrations,
    publicBoxes,
    tlsReports,
  }
}

const createTlsReportsOf = (core: Core, { outbox, dns }: Delivery) => {
  const { hostname } = core.config
  return createTlsReports({ ...core, outbox, dns, domains: core.directory.domains, hostname })
}

const ownPolicyOf = ({ config, directory }: Core) => ({
  mode: config.transport.mtaSts,
  hostname: config.hostname,
  isOwnDomain: directory.isLocalDomain,
})

/** What a person finds switched on (SETTINGS-01): the settings, with what depends on what others gave them. */
const createIndex =
  (
    { settings }: Core,
    groups: ReturnType<typeof createGroups>,
    approval: ReturnType<typeof createApproval>,
  ) =>
  async (person: { userId: UserId; accountId: AccountId }): Promise<SettingsIndex> => ({
    ...(await settings.of(person.userId)),
    ...(await groups.flagsOf(person.userId, person.accountId)),
    ...(await approval.marksOf(person.userId)),
  })

const clientAccessFeatureOf = (core: Core, { ownPasswords }: Logins): Feature =>
  clientAccessFeature({ ...core, access: core.clientAccess, ownPasswords }, createSetUp(core))

/** What makes mail that leaves, and the gate that it passes. */
function createWriting(core: Core, { outbox }: Delivery) {
  const { config, clock, database } = core
  const { origin, recallHours } = config
  const groups = createGroups(core)
  const alarms = createLimits(core)
  const authorised = createAuthorised({ ...core, outbox })
  const sealed = { originalOf: authorised.original }
  const approval = createApproval({
    ...{ ...core, ...sealed, outbox, groups, origin, limits: alarms.limits },
  })
  const contacts = createContacts({ database, clock, directory: core.directory })
  const boxMail = createBoxMail(core)
  const parts = { approval, boxMail, outbox, contacts, groups, authorised }
  return {
    ...{ alarms, approval, contacts, groups, authorised, boxMail },
    rules: createRules({ ...core, outbox, approval, autoForward: config.autoForward }),
    folders: createFolders({ ...core, kept: createKept(database) }),
    compose: createCompose({ ...core, ...parts, origin, recallHours }),
  }
}

/** A held mail that a browser wrote becomes a draft again. */
const takeBackOf =
  (compose: ReturnType<typeof createCompose>): ApprovalParts['takeBack'] =>
  async (caller, mailId) => {
    const { userId: personId, accountId: personAccountId } = caller.person
    const writer = { ...caller, personId, personAccountId, member: null }
    try {
      await compose.cancel(writer, { mailId, type: 'undo' })
      return 'withdrawn'
    } catch (thrown) {
      // It was decided a moment ago, and says so itself.
      if (thrown instanceof AppError && thrown.code === 'send.not-cancellable') return null
      throw thrown
    }
  }

const recordsFeatureOf = (
  core: Core,
  { outbox }: Delivery,
  rules: ReturnType<typeof createRules>,
): Feature =>
  recordsFeature({
    records: createRecords(core),
    selfCheck: (accountId) =>
      selfCheck({ ...core, rules, troubleOf: (id) => outbox.trouble(id, 7) }, accountId),
    clock: core.clock,
  })

/** Mail from other mailboxes. */
async function createMigrationsOf(
  core: Core,
  { dns }: Delivery,
  own: { folders: ReturnType<typeof createFolders>; labels: ReturnType<typeof createLabels> },
) {
  const { config, database } = core
  return createMigrations({
    ...core,
    ...own,
    memory: bytesInMemory(),
    key: await sharedSecret(database, 'migrations'),
    resolve: resolveHost(dns),
    isAllowed: inNetworks(config.privateMailHosts),
    caFile: config.migrationCa,
    mx: async (domain) => {
      const found = await dns.within(4_000).query(domain, 'MX')
      const best = found.sort((one, other) => one.priority - other.priority)
      return best.map(({ exchange }) => exchange)
    },
  })
}

/** Notifications for browsers whose page is closed. */
async function createWebPushOf(core: Core, { dns }: Delivery) {
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
    sightOf: async (accountId, sessionId) => {
      const keys = await sessions.folderKeys(sessionId)
      if (!keys) return null
      return { hidden: await folderLocks.hiddenWith(accountId, keys), locked: keys.locked }
    },
  })
}

function createReaderOf(
  core: Core,
  { dns, outbox }: Delivery,
  { sensitivity }: Pick<ReturnType<typeof createApproval>, 'sensitivity'>,
) {
  const { hostname, preview, privateWebHosts: privateHosts } = core.config
  const web = createGuardedFetch({ resolve: resolveHost(dns), privateHosts })
  const { hiddenFor } = core.folderLocks
  return createReader({ ...core, outbox, sensitivity, web, hostname, preview, hiddenFor })
}

interface Shown {
  authorised: ReturnType<typeof createAuthorised>
  compose: ReturnType<typeof createCompose>
  contacts: ReturnType<typeof createContacts>
  reader: ReturnType<typeof createReader>
}

function createMessagesOf(
  core: Core,
  { outbox }: Delivery,
  { authorised, compose, contacts, reader }: Shown,
) {
  const { mailstore, signer, clock, directory, log } = core
  const { recipientsOf, openUpload } = compose
  const { readingOf, canPreview } = reader
  const { domains } = directory
  return createMessages({
    mailstore,
    signer,
    log,
    openUpload,
    recipientsOf,
    readingOf,
    canPreview,
    mayForward: authorised.mayForward,
    hiddenFor: core.folderLocks.hiddenFor,
    statesOf: async (accountId: AccountId, ids: readonly SubmissionId[]) =>
      new Map((await outbox.states(accountId, ids)).map((one) => [one.id, one.state])),
    marksOf: createSenderMarks({ clock, domains, writtenTo: contacts.writtenTo }),
  })
}

const platformOf = ({ config, directory, settings, demoAccounts }: Core) => ({
  version,
  phonePort: () => config.phonePort ?? 0,
  sso: config.oidc?.name ?? '',
  hideSome: config.hideSome,
  hideGateway: config.hideGateway,
  showAi: config.showAi,
  copyright: config.copyright ?? '',
  clientLink: config.clientLink ?? '',
  smimeEnable: async () => {
    const organisation = await directory.organisation()
    return organisation ? (await settings.switches(organisation.id)).smimeEnable : 1
  },
  organisation: async () => (await directory.organisation())?.name ?? 'Hongyan',
  demoAccounts,
})

const machineOf = ({ config }: Core) => ({
  values: machineValues(config),
  assistant: config.assistant,
})

const consoleOf = (
  core: Core,
  {
    ownPasswords,
    ...writing
  }: Pick<ReturnType<typeof createWriting>, 'folders' | 'rules'> & Pick<Logins, 'ownPasswords'>,
  key: Buffer,
): Feature =>
  consoleFeature({
    ...core,
    ...writing,
    key,
    prove: ownPasswords.prove,
    settingsOf: core.settings.of,
    origin: () => consoleOrigin(core.config),
  })

/** Where people reach the console. */
function consoleOrigin({
  consoleOrigin: given,
  consolePort,
  origin,
}: Core['config']): string | null {
  if (consolePort === null) return null
  if (given !== null) return given
  const place = new URL(origin)
  place.port = String(consolePort)
  return place.origin
}
