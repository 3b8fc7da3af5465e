import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import { demoMessages } from '../demo/demo-mail.ts'
import { demoOrganisation } from '../demo/demo-organisation.ts'
import { demoSignature } from '../demo/demo-signature.ts'
import type { DemoMessage } from '../demo/demo-types.ts'
import type { Mailstore } from '../mailstore/mailstore.ts'
import { backdate, storedNames } from '../mailstore/messages/backdate.queries.ts'
import { oneAfterAnother } from '../platform/db/advisory-lock.ts'
import type { Database } from '../platform/db/pool.ts'
import type { AccountId } from '../platform/ids.ts'
import { createLog } from '../platform/log.ts'
import { type Command, UsageError } from './command.ts'
import { openGround } from './ground.ts'
import { sendAll } from './send-mail.ts'

const genders = { male: 0, female: 1, unknown: 2 } as const

/** `hongyan seed-demo`: the same organisation that an empty data folder gets at its first start. */
export const seedDemoCommand: Command = async ({ config, createApp, print }) => {
  const free = {
    ...config,
    httpPort: 0,
    smtpPort: 0,
    imapPort: null,
    imapsPort: null,
    pop3Port: null,
    pop3sPort: null,
    submissionPort: null,
    submissionsPort: null,
    roles: ['smtp' as const],
  }
  const ground = await openGround(free, { log: createLog('warn'), alone: false })
  try {
    const app = await createApp(ground)
    try {
      await seedEmpty(app, free)
    } finally {
      await app.stop()
    }
  } finally {
    await ground.close()
  }
  print(`${demoOrganisation.domain} made, password ${config.demoPassword}`)
  return 0
}

async function seedEmpty(app: App, config: Config): Promise<void> {
  const messages = await prepareDemo(app)
  if (!messages) {
    throw new UsageError(
      'this installation has an organisation already; the demo is for an empty one',
    )
  }
  await app.start()
  await seedDemo(app, config, messages)
}

/** The mail of the demo for an empty installation, else null. Painting its pictures takes a second: before the doors open. */
export async function prepareDemo(app: App): Promise<DemoMessage[] | null> {
  return (await app.directory.organisation()) ? null : demoMessages(new Date())
}

/** Makes the demo: six people, and their mail sent to our own SMTP port. Of two processes that start together one does it. */
export const seedDemo = (app: App, config: Config, messages: DemoMessage[]): Promise<void> =>
  oneAfterAnother(app.database, 'demo', async () => {
    if (!(await app.directory.organisation())) await makeDemo(app, config, messages)
  })

async function makeDemo(app: App, config: Config, messages: DemoMessage[]): Promise<void> {
  const port = app.smtpPort()
  if (port === null) return
  const accounts = await makePeople(app, config.demoPassword)
  const { systemSignatures } = app.ownTexts
  await systemSignatures.setDefault(await systemSignatures.put(demoSignature))
  await sendAll({ host: config.bind, port, connections: 4 }, messages)
  for (const [address, accountId] of accounts) {
    const own = messages.filter((one) => one.to.some((to) => to.toLowerCase() === address))
    await placeMail({ database: app.database, mailstore: app.mailstore }, accountId, own)
  }
}

/** Every address of the demo, aliases too, with its account. */
async function makePeople(
  { directory, settings }: App,
  password: string,
): Promise<Map<string, AccountId>> {
  const { name, domain, departments, people } = demoOrganisation
  const organisationId = await directory.createOrganisation(name.zh)
  await directory.createDomain(organisationId, domain)
  const departmentIds = new Map<string, number>()
  for (const [sort, one] of departments.entries()) {
    departmentIds.set(
      one.key,
      await directory.createDepartment({ organisationId, name: one.name.zh, sort }),
    )
  }
  const accounts = new Map<string, AccountId>()
  for (const person of people) {
    const { accountId } = await directory.createPerson({
      organisationId,
      password,
      address: person.address,
      name: person.name.zh,
      departmentId: departmentIds.get(person.department) ?? null,
      isAdmin: person.isAdmin,
      gender: genders[person.gender],
      duties: person.duties.zh,
      aliases: [...person.aliases],
    })
    await settings.allowImport(accountId, true)
    for (const address of [person.address, ...person.aliases]) accounts.set(address, accountId)
  }
  return accounts
}

interface Store {
  database: Database
  mailstore: Mailstore
}

/** Mail that has just come in gets the day it was written, and the state its reader left it in. */
async function placeMail(
  { database, mailstore }: Store,
  accountId: AccountId,
  messages: readonly DemoMessage[],
): Promise<void> {
  const stored = new Map(
    (await storedNames(database, accountId)).map((one) => [one.messageId, one.id]),
  )
  const placed = messages.flatMap((message) => {
    const id = stored.get(messageIdOf(message))
    return id === undefined ? [] : [{ id, message }]
  })
  const idsOf = (wanted: (message: DemoMessage) => boolean) =>
    placed.filter(({ message }) => wanted(message)).map(({ id }) => id)
  await backdate(
    database,
    accountId,
    placed.map(({ id, message }) => ({ id, at: message.sentAt, inside: isInside(message) })),
  )
  await mailstore.setFlag(accountId, { ids: idsOf((one) => one.seen), flag: 'seen', value: true })
  await mailstore.setFlag(accountId, {
    ids: idsOf((one) => one.starred ?? false),
    flag: 'starred',
    value: true,
  })
  for (const role of ['sent', 'archive'] as const) {
    const folder = await mailstore.folderByRole(accountId, role)
    const ids = idsOf((one) => one.folderRole === role)
    if (folder && ids.length > 0) await mailstore.move(accountId, ids, folder.id)
  }
}

/** A colleague's mail: in life it never comes through the port for other servers. */
const isInside = ({ from }: DemoMessage): boolean => from.endsWith(`@${demoOrganisation.domain}`)

const messageIdOf = ({ raw }: DemoMessage): string | null =>
  /^message-id:[ \t]*<([^<>\n]+)>/im.exec(Buffer.from(raw).toString('latin1'))?.[1] ?? null
