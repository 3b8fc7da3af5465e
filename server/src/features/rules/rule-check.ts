import { limits } from '@hongyan/contract/limits'
import type { RuleAction, RuleCondition } from '@hongyan/contract/rules'
import { cleanName } from '@hongyan/mime/clean'
import { AppError } from '../../platform/errors.ts'
import { readPerson } from '../compose/compose.public.ts'
import { isUsable } from './rule-match.ts'
import type { RuleRow } from './rules.queries.ts'

export interface RuleInput {
  classifyId?: number | undefined
  name: string
  enabled: boolean
  match: 'all' | 'any'
  conditions: readonly RuleCondition[]
  action: RuleAction
}

interface Allowed {
  autoForward: boolean
  /** Addresses of the mailbox itself, lower case. */
  own: ReadonlySet<string>
}

/** A rule as it may be stored. @throws the rules of specification §5, in the order of the form */
export function checkedRule(input: RuleInput, allowed: Allowed): Omit<RuleRow, 'id'> {
  const name = cleanName(input.name).slice(0, limits.ruleName)
  if (name === '') throw new AppError('rule.no-name')
  if (input.conditions.length === 0) throw new AppError('rule.no-condition')
  const bad = input.conditions.find((condition) => !isUsable(condition))
  if (bad) throw new AppError('rule.bad-condition', { detail: bad.value.slice(0, 50) })
  const { enabled, match, conditions, action } = input
  return {
    name,
    enabled,
    match,
    conditions: conditions.map((one) => ({ ...one, value: one.value.trim() })),
    action: checkedAction(action, allowed),
  }
}

function checkedAction(action: RuleAction, allowed: Allowed): RuleRow['action'] {
  const { moveTo, labelIds, star, markRead, forwardTo, reject } = action
  const others = moveTo !== null || labelIds.length > 0 || star || markRead || forwardTo !== null
  if (reject === others) throw new AppError('rule.no-action')
  return { ...action, forwardTo: forwardTo && checkedTargets(forwardTo, allowed) }
}

/**
 * Addresses that mail is passed on to.
 * @throws rule.no-address, rule.bad-address, forward.duplicate, forward.own, forward.not-allowed
 */
export function checkedTargets(typed: readonly string[], { autoForward, own }: Allowed): string[] {
  if (!autoForward) throw new AppError('forward.not-allowed')
  if (typed.length === 0 || typed.some((one) => one.trim() === ''))
    throw new AppError('rule.no-address')
  const read = typed.map((one) => ({ one, address: readPerson(one)?.address }))
  const bad = read.filter(({ address }) => address === undefined).map(({ one }) => cleanName(one))
  if (bad.length > 0) throw new AppError('rule.bad-address', { list: bad.join(', ').slice(0, 300) })
  const addresses = read.flatMap(({ address }) => address ?? [])
  const keys = new Set(addresses.map((address) => address.toLowerCase()))
  if (keys.size < addresses.length) throw new AppError('forward.duplicate')
  if ([...keys].some((key) => own.has(key))) throw new AppError('forward.own')
  return addresses
}
