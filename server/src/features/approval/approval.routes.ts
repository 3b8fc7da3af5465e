import { approval as contract } from '@hongyan/contract/approval'
import type { Language } from '@hongyan/contract/errors'
import { AppError } from '../../platform/errors.ts'
import type { Caller, Http } from '../../platform/http/http.ts'
import { untrustedFileHeaders } from '../../platform/http/security-headers.ts'
import type { OrganisationId } from '../../platform/ids.ts'
import type { Directory } from '../directory/directory.public.ts'
import { fileHeaders } from '../messages/messages.public.ts'
import type { State } from './approval.queries.ts'
import { type Approval, each } from './approval.service.ts'

export interface ApprovalParts {
  approval: Approval
  directory: Directory
  /** Makes a held mail of the browser a draft again; null where it was not written there. */
  takeBack(caller: Caller & { language: Language }, mailId: number): Promise<State | null>
}

/** Mail that must be approved before it leaves. */
export function approvalRoutes(http: Http, parts: ApprovalParts): void {
  const { approval } = parts
  http.bind(contract.unapprovedCount, async ({ caller }) => {
    const { count, own } = await approval.counts(caller.accountId)
    return { count, own }
  })
  http.bind(contract.approverApprovalList, ({ caller, query }) =>
    approval.list(caller, { ...query, of: 'approver' }),
  )
  http.bind(contract.userApprovalList, ({ caller, query }) =>
    approval.list(caller, { ...query, of: 'writer' }),
  )
  http.bind(contract.setApprover, async ({ caller, body }) => {
    await approval.choose(caller.person, body)
    return {}
  })
  http.bind(contract.approvers, async ({ caller, query }) => ({
    list: await approval.candidates(caller.person, query),
  }))
  http.bind(contract.detail, ({ caller, query }) => approval.detail(caller, query.approvalId))
  http.bind(contract.evidence, async ({ params }) => {
    const { name, bytes } = await approval.evidence(params.ticket)
    const headers = fileHeaders({ name, type: 'application/octet-stream', inline: false })
    return { bytes, headers: { ...untrustedFileHeaders, ...headers } }
  })
  bindDecisions(http, parts)
  http.bind(contract.deputy, ({ caller }) => approval.deputy(caller))
  http.bind(contract.saveDeputy, async ({ caller, body }) => {
    await approval.saveDeputy(caller, body)
    return {}
  })
  bindRules(http, parts)
}

function bindDecisions(http: Http, { approval, takeBack }: ApprovalParts): void {
  const all = { opinion: '', approver: '' }
  http.bind(contract.approve, async ({ caller, language, body: { approvalIds, opinion } }) => ({
    list: await each(approvalIds, language, (id) =>
      approval.decide(caller, { ...all, id, opinion, act: 'approve' }),
    ),
  }))
  http.bind(contract.reject, async ({ caller, language, body: { approvalIds, opinion } }) => ({
    list: await each(approvalIds, language, (id) =>
      approval.decide(caller, { ...all, id, opinion, act: 'reject' }),
    ),
  }))
  http.bind(
    contract.pass,
    async ({ caller, language, body: { approvalIds, opinion, approver } }) => ({
      list: await each(approvalIds, language, (id) =>
        approval.decide(caller, { id, opinion, approver, act: 'pass' }),
      ),
    }),
  )
  http.bind(contract.withdraw, async ({ caller, language, body }) => ({
    list: await each(body.approvalIds, language, async (id) => {
      const { mailId, may } = await approval.detail(caller, id)
      const done =
        may.withdraw && mailId > 0 ? await takeBack({ ...caller, language }, mailId) : null
      return done ?? approval.withdraw(caller, id)
    }),
  }))
}

function bindRules(http: Http, { approval: { rules }, directory }: ApprovalParts): void {
  const administered = async (caller: Caller): Promise<OrganisationId> => {
    const user = await directory.user(caller.person.userId)
    if (!user?.isAdmin) throw new AppError('approval.not-administrator')
    return user.organisationId
  }
  http.bind(contract.rules, async ({ caller }) => rules.all(await administered(caller)))
  http.bind(contract.saveRule, async ({ caller, body: { ruleId, ...rule } }) =>
    rules.save(await administered(caller), rule, ruleId),
  )
  http.bind(contract.deleteRule, async ({ caller, body }) => {
    await rules.remove(await administered(caller), body.ruleId)
    return {}
  })
  http.bind(contract.saveList, async ({ caller, body }) => {
    await rules.saveList(await administered(caller), body)
    return {}
  })
  http.bind(contract.testRule, async ({ caller, body: { days, ...rule } }) =>
    rules.test(await administered(caller), rule, days),
  )
}
