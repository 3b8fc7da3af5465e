import { consoleContract, console as fromMail } from '@hongyan/contract/console'
import type { CallInput } from '@hongyan/contract/endpoint'
import { type Api, connectApi } from '../durability/api.ts'
import { domain, type Installation, password } from './fixtures.ts'

type Rule = Partial<NonNullable<CallInput<typeof consoleContract.saveRule>['body']>>

const chiefs = new WeakMap<Installation, Promise<Api>>()

/** Somebody who manages the rules about what leaves, in the console. */
const chiefOf = (installation: Installation): Promise<Api> => {
  const known = chiefs.get(installation) ?? makeChief(installation)
  chiefs.set(installation, known)
  return known
}

async function makeChief({ command, product }: Installation): Promise<Api> {
  const address = `chief@${domain}`
  const { code, said } = await command(['user', 'add', address, '--admin'], `${password}\n`)
  if (code !== 0) throw new Error(said)
  const mail = connectApi(product.httpPort)
  await mail.logIn(address, password)
  const url = new URL((await mail.get(fromMail.token, {})).url)
  const api = connectApi(Number(url.port))
  const ticket = new URLSearchParams(url.hash.slice(1)).get('ticket') ?? ''
  api.token = (await api.get(consoleContract.open, { ticket })).token
  return api
}

const confirm = (api: Api) => api.get(consoleContract.confirm, { password })

/** One more rule about the mail of `sender` to the outside. */
export async function ruleAbout(
  installation: Installation,
  { sender, ...rule }: { sender: string } & Rule,
): Promise<number> {
  await installation.person(sender)
  const api = await chiefOf(installation)
  await confirm(api)
  const { ruleId } = await api.get(consoleContract.saveRule, {
    name: `rule of ${sender}`,
    senders: [`${sender}@${domain}`],
    recipients: 'outside',
    ...rule,
  })
  return ruleId
}

/** A rule that holds the mail of `sender`; its levels are the names of approvers. */
export async function holdMailOf(
  installation: Installation,
  { sender, levels, ...rule }: { sender: string; levels: string[][] } & Omit<Rule, 'levels'>,
): Promise<number> {
  for (const name of levels.flat()) await installation.person(name)
  return ruleAbout(installation, {
    sender,
    ...rule,
    levels: levels.map((names) => ({ approvers: names.map((name) => `${name}@${domain}`) })),
  })
}

/** The rules are gone and labels off: other journeys of the same installation have none. */
export async function endApproval(installation: Installation): Promise<void> {
  const api = await chiefOf(installation)
  await confirm(api)
  const { rules, sensitivity } = await api.get(consoleContract.rules, {})
  for (const { ruleId } of rules) await api.get(consoleContract.removeRule, { ruleId })
  if (sensitivity.on)
    await api.get(consoleContract.saveSensitivity, { ...sensitivity, on: false, required: false })
}

/** Whoever writes must choose a label: none is chosen for them. */
export async function requireLabels(installation: Installation): Promise<void> {
  const api = await chiefOf(installation)
  await confirm(api)
  const { sensitivity } = await api.get(consoleContract.rules, {})
  const labels = sensitivity.labels.map((one) => ({ ...one, isDefault: false }))
  await api.get(consoleContract.saveSensitivity, { on: true, required: true, labels })
}
