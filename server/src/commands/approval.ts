import { readFile } from 'node:fs/promises'
import { approvalRule } from '@hongyan/contract/approval-fields'
import type { App } from '../app.ts'
import type { OrganisationId } from '../platform/ids.ts'
import { type Command, type CommandInput, UsageError } from './command.ts'
import { withApp } from './organisation.ts'

/** `hongyan approval`: the rules by which mail is approved before it leaves, beside the console. */
export const approvalCommand: Command = (input) => {
  const [verb = 'list', ...words] = input.words
  return withApp(input, async (app) => {
    const organisation = await app.directory.organisation()
    if (!organisation) throw new UsageError('there is no organisation yet; hongyan domain add')
    const at = { app, input, words, organisationId: organisation.id }
    if (verb === 'list') return list(at)
    if (verb === 'set') return set(at)
    if (verb === 'on' || verb === 'off') return turn(at, verb === 'on')
    if (verb === 'remove') return remove(at)
    if (verb === 'words') return setWords(at)
    throw new UsageError(`there is no "approval ${verb}"`)
  })
}

interface At {
  app: App
  input: CommandInput
  words: string[]
  organisationId: OrganisationId
}

async function list({ app, input, organisationId }: At): Promise<number> {
  const { rules, lists } = await app.approval.rules.all(organisationId)
  for (const { ruleId, changedTime, ...rule } of rules)
    input.print(`${ruleId}  ${changedTime}  ${JSON.stringify(rule)}`)
  for (const { name, words } of lists) input.print(`words ${name}: ${words.join(' ')}`)
  if (rules.length === 0) input.print('no rules: no mail is held')
  return 0
}

/** One of the same name is changed. */
async function set({ app, input, words: [path], organisationId }: At): Promise<number> {
  if (path === undefined) throw new UsageError('a file with the rule is needed')
  const departments = await app.approval.rules.departments(organisationId)
  const { data, error } = approvalRule.safeParse(withIds(await jsonOf(path), departments))
  if (!data) {
    const [first] = error.issues
    throw new UsageError(`${first?.path.join('.') ?? ''}: ${first?.message ?? ''}`)
  }
  const { rules } = await app.approval.rules.all(organisationId)
  const before = rules.find(({ name }) => name === data.name)
  const { ruleId } = await app.approval.rules.save(organisationId, data, before?.ruleId)
  input.print(`${ruleId}  ${data.name} is ${data.active ? 'on' : 'off'}`)
  return 0
}

/** In the file departments go by name. */
function withIds(rule: unknown, known: readonly { id: number; name: string }[]): unknown {
  if (typeof rule !== 'object' || rule === null || !('departments' in rule)) return rule
  const { departments } = rule
  if (!Array.isArray(departments)) return rule
  const ids = departments.flatMap((one: unknown) => {
    if (typeof one !== 'string') return [one]
    const found = known.filter(({ name }) => name.toLowerCase() === one.toLowerCase())
    if (found.length === 0) throw new UsageError(`there is no department "${one}"`)
    return found.map(({ id }) => id)
  })
  return { ...rule, departments: ids }
}

async function jsonOf(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    throw new UsageError(`${path} cannot be read, or is no JSON`)
  }
}

async function ruleOf({ app, words: [name], organisationId }: At) {
  const { rules } = await app.approval.rules.all(organisationId)
  const rule = rules.find((one) => one.name === name)
  if (!rule) throw new UsageError(`there is no rule "${name ?? ''}"`)
  return rule
}

async function turn(at: At, active: boolean): Promise<number> {
  const { ruleId, changedTime: _, ...rule } = await ruleOf(at)
  await at.app.approval.rules.save(at.organisationId, { ...rule, active }, ruleId)
  at.input.print(`${rule.name} is ${active ? 'on' : 'off'}`)
  return 0
}

async function remove(at: At): Promise<number> {
  const { ruleId, name } = await ruleOf(at)
  await at.app.approval.rules.remove(at.organisationId, ruleId)
  at.input.print(`${name} is gone; what it holds stays held`)
  return 0
}

async function setWords({ app, input, words: [name, ...words], organisationId }: At) {
  if (name === undefined) throw new UsageError('the name of the list is needed')
  await app.approval.rules.saveList(organisationId, { name, words })
  input.print(words.length === 0 ? `${name} is gone` : `${name}: ${words.length} words`)
  return 0
}
