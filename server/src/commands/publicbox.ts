import { parseArgs } from 'node:util'
import { memberLevels } from '@hongyan/contract/endpoint'
import type { App } from '../app.ts'
import { type Command, type CommandInput, UsageError } from './command.ts'
import { withApp } from './organisation.ts'

/** `hongyan publicbox`: public mailboxes, and who may work in a mailbox that is not the own one. */
export const publicboxCommand: Command = async (input) => {
  const { values, positionals } = parseArgs({
    args: input.words,
    allowPositionals: true,
    options: { name: { type: 'string' }, until: { type: 'string' } },
  })
  const [verb = '', box, person, level] = positionals
  if (verb === 'sender') return showSender(input, box)
  if (!box?.includes('@')) throw new UsageError('the address of a mailbox is needed')
  return withApp(input, async (app) => {
    switch (verb) {
      case 'add':
        return add(app, input, { address: box, name: values.name })
      case 'grant':
        return grant(app, input, { box, person, level, until: values.until })
      case 'revoke':
        return revoke(app, input, { box, person })
      case 'list':
        return list(app, input, box)
      default:
        throw new UsageError(`there is no "publicbox ${verb}"`)
    }
  })
}

/** What mail that a member sends in the name of a mailbox says of the writer. */
const sendersShown = ['level', 'name', 'header']

async function showSender(input: CommandInput, wanted: string | undefined): Promise<number> {
  if (!wanted || !sendersShown.includes(wanted))
    throw new UsageError(`one of ${sendersShown.join(', ')} is needed`)
  return withApp(input, async ({ directory }) => {
    const organisation = await directory.organisation()
    if (!organisation) throw new UsageError('there is no organisation yet; hongyan domain add')
    await directory.changeOrganisationSettings(organisation.id, { memberShown: wanted })
    input.print(`sender ${wanted}`)
    return 0
  })
}

async function add(
  { directory }: App,
  { print }: CommandInput,
  { address, name }: { address: string; name: string | undefined },
): Promise<number> {
  const domain = address.slice(address.lastIndexOf('@') + 1)
  const organisation = await directory.organisation()
  if (!organisation || !(await directory.isLocalDomain(domain)))
    throw new UsageError(`${domain} is no domain of this server; hongyan domain add ${domain}`)
  if (await directory.isTaken(address))
    throw new UsageError(`${address} is there already, or was somebody’s`)
  const local = address.slice(0, address.lastIndexOf('@'))
  const organisationId = organisation.id
  await directory.createPublicMailbox({ organisationId, address, name: name ?? local })
  print(`${address} added`)
  return 0
}

interface Granting {
  box: string
  person: string | undefined
  level: string | undefined
  until: string | undefined
}

async function grant(app: App, { print }: CommandInput, asked: Granting): Promise<number> {
  const which = await whichOf(app, asked)
  const level = memberLevels.find((one) => one === asked.level)
  if (!level) throw new UsageError(`one of ${memberLevels.join(', ')} is needed`)
  const until = asked.until === undefined ? null : new Date(asked.until)
  if (until && !(until.getTime() > Date.now()))
    throw new UsageError(
      '--until takes a time to come, such as 2027-01-31 or 2027-01-31T18:00+08:00',
    )
  await app.publicBoxes.grant(which, { level, until })
  print(`${asked.person}: ${level} in ${asked.box}${until ? ` until ${until.toISOString()}` : ''}`)
  return 0
}

async function revoke(
  app: App,
  { print }: CommandInput,
  asked: Pick<Granting, 'box' | 'person'>,
): Promise<number> {
  const had = await app.publicBoxes.revoke(await whichOf(app, asked))
  if (!had) throw new UsageError(`${asked.person} has nothing in ${asked.box}`)
  print(`${asked.person}: nothing in ${asked.box} any more`)
  return 0
}

async function list(app: App, { print }: CommandInput, box: string): Promise<number> {
  const members = await app.publicBoxes.membersOf(await accountOf(app, box))
  for (const { address, name, level, until } of members)
    print(`${address} ${name}: ${level}${until ? ` until ${until.toISOString()}` : ''}`)
  return 0
}

/** Whose membership of which mailbox is meant. */
async function whichOf(app: App, { box, person }: Pick<Granting, 'box' | 'person'>) {
  const accountId = await accountOf(app, box)
  const personAccount = await accountOf(app, person ?? '')
  const owner = await app.directory.ownerOf(personAccount)
  const user = owner && (await app.directory.user(owner.userId))
  if (!owner || user?.isPublic !== false)
    throw new UsageError(`${person} is no person: a public mailbox works nowhere`)
  if (accountId === personAccount) throw new UsageError('that is the own mailbox of this person')
  return { accountId, userId: owner.userId }
}

async function accountOf({ directory }: App, address: string) {
  const recipient = await directory.findRecipient(address)
  if (!recipient) throw new UsageError(`nobody here has the address ${address}`)
  return recipient.accountId
}
