import type { ApprovalReason, ApprovalRule, RuleOutcome } from '@hongyan/contract/approval-fields'
import type { ConsoleEndpoint, ConsoleRole } from '@hongyan/contract/console-endpoint'
import { policyEndpoints as api } from '@hongyan/contract/console-policy'
import type { ReplyInput } from '@hongyan/contract/endpoint'
import type { Context, Http } from '../../platform/http/http.ts'
import type { OrganisationId } from '../../platform/ids.ts'
import type { Approval } from './approval.service.ts'

/** Who is at work in the console; the console says it (wiring/features.ts), for its own parts know this feature. */
interface AtWork {
  admin: { organisationId: OrganisationId; role: ConsoleRole; address: string }
  ip: string
}

/** Its door: the compiler cannot see that this generic signature and its own are one. */
interface Door {
  bind<const E extends ConsoleEndpoint>(
    endpoint: E,
    handler: (context: Pick<Context<E>, 'query' | 'body'>, work: AtWork) => Promise<ReplyInput<E>>,
  ): void
}

export interface PolicyConsoleParts {
  approval: Approval
  /** The door of the console, and its log. */
  door(http: Http): Door
  acts: {
    doing<T>(
      work: AtWork,
      act: { act: string; whom?: string; details?: Record<string, string | number | boolean> },
      run: () => Promise<T>,
    ): Promise<T>
  }
}

/** Rules about what leaves, in the console. */
export function policyConsoleRoutes(http: Http, parts: PolicyConsoleParts): void {
  const { rules, sensitivity } = parts.approval
  const { doing } = parts.acts
  const door = parts.door(http)
  door.bind(api.rules, async (_, { admin: { organisationId } }) => ({
    ...(await rules.all(organisationId)),
    departments: await rules.departments(organisationId),
    sensitivity: await sensitivity.of(organisationId),
  }))
  door.bind(api.saveSensitivity, ({ body }, work) => {
    const { on, required, labels } = body
    const details = { on, required, labels: labels.map(({ en }) => en).join(', ') }
    return doing(work, { act: 'sensitivity-changed', details }, () =>
      sensitivity.save(work.admin.organisationId, body),
    )
  })
  door.bind(api.saveRule, ({ body: { ruleId, ...rule } }, work) => {
    const act = ruleId === undefined ? 'rule-added' : 'rule-changed'
    const details = detailsOf(rule)
    return doing(work, { act, whom: rule.name, details }, () =>
      rules.save(work.admin.organisationId, rule, ruleId),
    )
  })
  door.bind(api.removeRule, async ({ body }, work) => {
    const rule = await rules.named(work.admin.organisationId, body.ruleId)
    await doing(work, { act: 'rule-removed', whom: rule.name, details: detailsOf(rule) }, () =>
      rules.remove(work.admin.organisationId, body.ruleId),
    )
    return {}
  })
  door.bind(api.switchRule, async ({ body: { ruleId, active } }, work) => {
    const { ruleId: _, changedTime, ...rule } = await rules.named(work.admin.organisationId, ruleId)
    const act = active ? 'rule-on' : 'rule-off'
    await doing(work, { act, whom: rule.name }, () =>
      rules.save(work.admin.organisationId, { ...rule, active }, ruleId),
    )
    return {}
  })
  door.bind(api.orderRules, async ({ body }, work) => {
    const details = { order: body.ruleIds.join(' ') }
    await doing(work, { act: 'rules-ordered', details }, () =>
      rules.order(work.admin.organisationId, body.ruleIds),
    )
    return {}
  })
  door.bind(api.saveList, async ({ body }, work) => {
    const details = { words: body.words.length }
    await doing(work, { act: 'word-list-changed', whom: body.name, details }, () =>
      rules.saveList(work.admin.organisationId, body),
    )
    return {}
  })
  door.bind(api.tryRule, async ({ body: { days, ...rule } }, work) => {
    const details = { ...detailsOf(rule), days }
    const tried = await doing(work, { act: 'rule-tried', whom: rule.name, details }, () =>
      rules.test(work.admin.organisationId, rule, days),
    )
    return { ...tried, examples: seesSubjects(work) ? tried.examples : [] }
  })
  door.bind(api.ruleEvents, async ({ query }, work) => {
    const { before = null, keyword = '', pageSize: limit } = query
    const rows = await rules.events(work.admin.organisationId, { before, keyword, limit })
    const may = seesSubjects(work)
    return {
      list: rows.map((row) => {
        const reasons = row.reasons as ApprovalReason[]
        return {
          ...row,
          at: row.at.toISOString(),
          outcome: row.outcome as RuleOutcome,
          subject: may ? row.subject : '',
          reasons: may ? reasons : reasons.flatMap(withoutNames),
        }
      }),
    }
  })
}

/** A file's name is the sender's own text, as is the subject that a mail is called by which could not be read. */
const withoutNames = (one: ApprovalReason): ApprovalReason[] => {
  if (one.kind === 'file') return []
  return [one.kind === 'unreadable' ? { ...one, value: '' } : one]
}

/** Auditors see what was done, and no word of any mail. */
const seesSubjects = ({ admin: { role } }: AtWork): boolean => role !== 'auditor'

/** The whole rule as it was, so that the log answers what it said then. */
const detailsOf = (rule: ApprovalRule) => ({
  action: rule.action,
  active: rule.active,
  rule: JSON.stringify(rule).slice(0, 4_000),
})
