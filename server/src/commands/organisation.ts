import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import type { App } from '../app.ts'
import { createLog } from '../platform/log.ts'
import { type Command, type CommandInput, UsageError } from './command.ts'
import { openGround } from './ground.ts'

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
    options: { name: { type: 'string' }, admin: { type: 'boolean' } },
  })
  const [verb, address] = positionals
  if (!address?.includes('@')) throw new UsageError('an address is needed')
  return withApp(input, async (app) => {
    if (verb === 'add')
      return addUser(app, { input, address, name: values.name, isAdmin: values.admin ?? false })
    const recipient = await app.directory.findRecipient(address)
    if (!recipient) throw new UsageError(`nobody here has the address ${address}`)
    if (verb === 'passwd') {
      await app.directory.setPassword(recipient.accountId, await readPassword())
      await app.sessions.endAll(recipient.accountId, 'password changed')
    } else if (verb === 'disable' || verb === 'enable') {
      await app.directory.setDisabled(recipient.accountId, verb === 'disable')
      if (verb === 'disable') await app.sessions.endAll(recipient.accountId, 'disabled')
    } else throw new UsageError(`there is no "user ${verb}"`)
    input.print(`${recipient.address}: done`)
    return 0
  })
}

interface Added {
  input: CommandInput
  address: string
  name: string | undefined
  isAdmin: boolean
}

async function addUser(app: App, { input, address, name, isAdmin }: Added): Promise<number> {
  const domain = address.slice(address.lastIndexOf('@') + 1)
  if (!(await app.directory.isLocalDomain(domain)))
    throw new UsageError(`${domain} is no domain of this server; hongyan domain add ${domain}`)
  if (await app.directory.findRecipient(address))
    throw new UsageError(`${address} is there already`)
  const password = await readPassword()
  const local = address.slice(0, address.lastIndexOf('@'))
  const organisationId = await organisationOf(app, domain)
  await app.directory.createPerson({
    organisationId,
    address,
    name: name ?? local,
    password,
    isAdmin,
  })
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
