import { approval as contract } from '@hongyan/contract/approval'
import { AppError } from '../../platform/errors.ts'
import type { Caller, Http } from '../../platform/http/http.ts'
import type { Directory } from '../directory/directory.public.ts'

/** Mail that must be approved before it leaves. As long as there are no rules nothing is held, and nobody has anything to decide. */
export function approvalRoutes(http: Http, { directory }: { directory: Directory }): void {
  const nothingThere = () => Promise.reject(new AppError('item.not-found'))
  const administrator = async (caller: Caller): Promise<void> => {
    const user = await directory.user(caller.userId)
    if (!user?.isAdmin) throw new AppError('approval.not-administrator')
  }
  const refused = async ({ caller }: { caller: Caller }) => {
    await administrator(caller)
    throw new AppError('item.not-found')
  }
  http.bind(contract.unapprovedCount, async () => ({ count: 0, own: 0 }))
  http.bind(contract.approverApprovalList, async () => ({ list: [], next: null }))
  http.bind(contract.userApprovalList, async () => ({ list: [], next: null }))
  http.bind(contract.setApprover, async () => {
    throw new AppError('approval.no-approver')
  })
  http.bind(contract.approvers, nothingThere)
  http.bind(contract.detail, nothingThere)
  http.bind(contract.approve, nothingThere)
  http.bind(contract.reject, nothingThere)
  http.bind(contract.pass, nothingThere)
  http.bind(contract.withdraw, nothingThere)
  http.bind(contract.evidence, async () => {
    throw new AppError('link.invalid')
  })
  http.bind(contract.deputy, async () => ({ deputy: '', from: null, until: null, approver: false }))
  http.bind(contract.saveDeputy, nothingThere)
  http.bind(contract.rules, async ({ caller }) => {
    await administrator(caller)
    return { rules: [], lists: [] }
  })
  http.bind(contract.saveRule, refused)
  http.bind(contract.deleteRule, refused)
  http.bind(contract.saveList, refused)
  http.bind(contract.testRule, refused)
}
