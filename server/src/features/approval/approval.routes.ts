import { approval as contract } from '@hongyan/contract/approval'
import type { Language } from '@hongyan/contract/errors'
import type { Caller, Http } from '../../platform/http/http.ts'
import { untrustedFileHeaders } from '../../platform/http/security-headers.ts'
import { fileHeaders } from '../messages/messages.public.ts'
import type { State } from './approval.queries.ts'
import { type Approval, each } from './approval.service.ts'

export interface ApprovalParts {
  approval: Approval
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
  http.bind(contract.question, ({ caller, query }) =>
    approval.question(caller.person, query.sendKey),
  )
  http.bind(contract.answer, async ({ caller, body }) => {
    await approval.answer(caller.person, body)
    return {}
  })
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
