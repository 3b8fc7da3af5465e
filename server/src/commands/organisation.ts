import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import type { App } from '../app.ts'
import type { AccountId } from '../platform/ids.ts'
import { createLog } from '../platform/log.ts'
import { type Command, type CommandInput, UsageError } from './command.ts'
import { openGround } from './ground.ts'
import { day, momentOf } from './moment.ts'

/** Opens the installation, beside a running server if there is one, and closes it again. */
export async function withApp<T>(
  { config, createApp }: CommandInput,
  work: (app: App) => Promise<T>,
): Promise<T> {
  const ground = await openGround(config, { log: createLog('warn'), alone: false })
  try {
    const app = await createApp(ground)
    try {
      return await work(app)
    } finally {
      await app.stop()
    }
  } finally {
    await ground.close()
  }
}

export const migrateCommand: Command = async ({ config, print }) => {
  const ground = await openGround(config, { log: createLog('warn'), alone: false })
  print(ground.migrated.length > 0 ? `applied ${ground.migrated.join(', ')}` : 'nothing to do')
  await ground.close()
  return 0
}

/** The one organisation of the installation, made with the first domain. */
async function organisationOf({ directory }: App, name: string) {
  const known = await directory.organisation()
  return known?.id ?? (await directory.createOrganisation(name))
}

export const domainCommand: Command = async (input) => {
  const [verb, name] = input.words
  if (verb !== 'add' || !name || !/^[^\s@/.]+(?:\.[^\s@/.]+)+$/.test(name))
    throw new UsageError('a domain such as example.org is needed')
  return withApp(input, async (app) => {
    if (await app.directory.isLocalDomain(name)) {
      input.print(`${name} is there already`)
      return 0
    }
    await app.directory.createDomain(await organisationOf(app, name), name)
    input.print(`${name} added. Publish its DNS records: hongyan doctor prints them.`)
    return 0
  })
}

export const userCommand: Command = async (input) => {
  const { values, positionals } = parseArgs({
    args: input.words,
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      admin: { type: 'boolean' },
      import: { type: 'boolean' },
      temporary: { type: 'boolean' },
    },
  })
  const [verb = '', address, wanted] = positionals
  if (!address?.includes('@')) throw new UsageError('an address is needed')
  const { name, admin: isAdmin = false, import: mayImport = false, temporary = false } = values
  return withApp(input, async (app) => {
    if (verb === 'add') return addUser(app, { input, address, name, isAdmin, mayImport, temporary })
    const recipient = await app.directory.findRecipient(address)
    if (!recipient) throw new UsageError(`nobody here has the address ${address}`)
    const change = changes.get(verb)
    if (!change) throw new UsageError(`there is no "user ${verb}"`)
    await change(app, recipient.accountId, { wanted, temporary })
    input.print(`${recipient.address}: done`)
    return 0
  })
}

interface Wanted {
  wanted: string | undefined
  temporary: boolean
}

type Change = (app: App, accountId: AccountId, how: Wanted) => Promise<void>

const changes = new Map<string, Change>([
  [
    'passwd',
    async ({ directory, sessions, clientAccess }, accountId, { temporary }) => {
      await directory.setPassword(accountId, await readPassword(), { temporary })
      await sessions.endAll(accountId, 'password changed')
      await clientAccess.cancel(accountId)
    },
  ],
  [
    'disable',
    async ({ directory, sessions }, accountId) => {
      await directory.setDisabled(accountId, true)
      await sessions.endAll(accountId, 'disabled')
    },
  ],
  ['enable', ({ directory }, accountId) => directory.setDisabled(accountId, false)],
  [
    'login',
    async ({ ldap, sessions }, accountId, { wanted }) => {
      if (wanted !== 'own' && wanted !== 'directory')
        throw new UsageError('own or directory is needed')
      await ldap.setLoginBy(accountId, wanted)
      await sessions.endAll(accountId, 'password changed')
    },
  ],
  [
    'valid',
    async ({ directory, sessions, clock }, accountId, { wanted }) => {
      if (wanted === undefined)
        throw new UsageError('a day such as 2026-12-31, or forever, is needed')
      // It holds through its last day.
      const until = wanted === 'forever' ? null : momentOf(wanted, day)
      await directory.setValidUntil(accountId, until)
      if (until && until <= clock.now()) await sessions.endAll(accountId, 'the mailbox is over')
    },
  ],
  [
    'import',
    async ({ settings }, accountId, { wanted }) => {
      if (wanted !== 'on' && wanted !== 'off') throw new UsageError('on or off is needed')
      await settings.allowImport(accountId, wanted === 'on')
    },
  ],
])

interface Added {
  input: CommandInput
  address: string
  name: string | undefined
  isAdmin: boolean
  mayImport: boolean
  temporary: boolean
}

async function addUser(app: App, added: Added): Promise<number> {
  const { input, address, name, isAdmin, mayImport, temporary } = added
  const domain = address.slice(address.lastIndexOf('@') + 1)
  if (!(await app.directory.isLocalDomain(domain)))
    throw new UsageError(`${domain} is no domain of this server; hongyan domain add ${domain}`)
  if (await app.directory.isTaken(address))
    throw new UsageError(`${address} is there already, or was somebody’s`)
  const password = await readPassword()
  const local = address.slice(0, address.lastIndexOf('@'))
  const organisationId = await organisationOf(app, domain)
  const { accountId } = await app.directory.createPerson({
    organisationId,
    address,
    name: name ?? local,
    password,
    temporary,
    isAdmin,
  })
  if (mayImport) await app.settings.allowImport(accountId, true)
  input.print(`${address} added`)
  return 0
}

/** From the terminal without echo, or the first line of standard input. */
async function readPassword(): Promise<string> {
  const silent = { write: () => true } as unknown as NodeJS.WritableStream
  if (process.stdin.isTTY) process.stderr.write('Password: ')
  const terminal = process.stdin.isTTY ?? false
  const lines = createInterface({ input: process.stdin, output: silent, terminal })
  const { value } = await lines[Symbol.asyncIterator]().next()
  lines.close()
  const password = String(value ?? '')
  if (password.length < 8) throw new UsageError('a password of at least 8 characters is needed')
  return password
}
