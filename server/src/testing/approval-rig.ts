import { approval } from '@hongyan/contract/approval'
import { type ApprovalRule, approvalRule } from '@hongyan/contract/approval-fields'
import { compose } from '@hongyan/contract/compose'
import { submissionStateOf } from './approval-state.queries.ts'
import { type Colleagues, startColleagues } from './colleagues.ts'
import { eventually, mailBody, signIn } from './compose-helpers.ts'
import type { HttpClient } from './http-client.ts'

/** Colleagues whose mail is approved by Li (first level) and Zhao (second), and an administrator. */
export interface ApprovalRig extends Colleagues {
  li: HttpClient
  zhao: HttpClient
  admin: HttpClient
  /** Makes a rule the only one; held mail stays held. */
  rule(over?: Partial<ApprovalRule>): Promise<void>
  noRules(): Promise<void>
  /** Sends as 张伟; answers the approval that it made, null when it left. */
  send(over?: Parameters<typeof mailBody>[0], from?: HttpClient): Promise<number | null>
  /** Of the newest mail of 张伟 that is held. */
  newest(from?: HttpClient): Promise<number>
}

export const liAddress = 'li@example.test'
export const zhaoAddress = 'zhao@example.test'

export async function startApprovalRig(): Promise<ApprovalRig> {
  const colleagues = await startColleagues()
  const { server, wei } = colleagues
  await server.addPerson({ address: liAddress, name: '李主管' })
  await server.addPerson({ address: zhaoAddress, name: '赵总' })
  await server.addPerson({ address: 'root@example.test', name: 'Root', isAdmin: true })
  const admin = await signIn(server, 'root@example.test', 'en')
  const noRules = async () => {
    for (const { ruleId } of (await admin.get(approval.rules, {})).rules)
      await admin.get(approval.deleteRule, { body: { ruleId } })
  }
  const newest = async (from = wei) => {
    const { list } = await from.get(approval.userApprovalList, { query: { pageSize: 1 } })
    return list[0]?.approvalId ?? 0
  }
  return {
    ...colleagues,
    li: await signIn(server, liAddress),
    zhao: await signIn(server, zhaoAddress),
    admin,
    noRules,
    newest,
    rule: async (over = {}) => {
      await noRules()
      const body = approvalRule.parse({
        name: '对外邮件',
        recipients: 'outside',
        levels: [{ approvers: [liAddress] }],
        ...over,
      })
      await admin.get(approval.saveRule, { body })
    },
    send: async (over = {}, from = wei) => {
      const { state } = await from.get(compose.send, { body: mailBody(over) })
      return state === 'awaiting-approval' ? newest(from) : null
    },
  }
}

/** The state of a held mail's submission. */
export const submissionOf = ({ server }: ApprovalRig, id: number): Promise<string> =>
  submissionStateOf(server.app.database, id)

export const hasLeft = (rig: ApprovalRig, id: number) =>
  eventually(
    () => submissionOf(rig, id),
    (state) => state === 'sent',
  )
