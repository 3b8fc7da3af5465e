import { approval } from '@hongyan/contract/approval'
import type { CallInput } from '@hongyan/contract/endpoint'
import { type Api, connectApi } from '../durability/api.ts'
import { domain, type Installation, password } from './fixtures.ts'

type Rule = Partial<NonNullable<CallInput<typeof approval.saveRule>['body']>>

const chiefs = new WeakMap<Installation, Promise<Api>>()

/** Somebody who manages the rules of approval, signed in. */
const chiefOf = (installation: Installation): Promise<Api> => {
  const known = chiefs.get(installation) ?? makeChief(installation)
  chiefs.set(installation, known)
  return known
}

async function makeChief({ command, product }: Installation): Promise<Api> {
  const address = `chief@${domain}`
  const { code, said } = await command(['user', 'add', address, '--admin'], `${password}\n`)
  if (code !== 0) throw new Error(said)
  const api = connectApi(product.httpPort)
  await api.logIn(address, password)
  return api
}

/** A rule that holds the mail of `sender`; its levels are the names of approvers. */
export async function holdMailOf(
  installation: Installation,
  { sender, levels, ...rule }: { sender: string; levels: string[][] } & Omit<Rule, 'levels'>,
): Promise<number> {
  for (const name of [sender, ...levels.flat()]) await installation.person(name)
  const api = await chiefOf(installation)
  const { ruleId } = await api.get(approval.saveRule, {
    name: `rule of ${sender}`,
    senders: [`${sender}@${domain}`],
    recipients: 'outside',
    ...rule,
    levels: levels.map((names) => ({ approvers: names.map((name) => `${name}@${domain}`) })),
  })
  return ruleId
}

/** The rules of approval are gone: other journeys of the same installation have none. */
export async function endApproval(installation: Installation): Promise<void> {
  const api = await chiefOf(installation)
  const { rules } = await api.get(approval.rules, {})
  for (const { ruleId } of rules) await api.get(approval.deleteRule, { ruleId })
}
