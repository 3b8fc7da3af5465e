import { approval } from '@hongyan/contract/approval'
import { approvalRule } from '@hongyan/contract/approval-fields'
import { compose } from '@hongyan/contract/compose'
import type { z } from 'zod'
import type { OrganisationId } from '../platform/ids.ts'
import { submissionStateOf } from './approval-state.queries.ts'
import { type Colleagues, startColleagues } from './colleagues.ts'
import { eventually, mailBody, signIn } from './compose-helpers.ts'
import type { HttpClient } from './http-client.ts'
import type { TestServer } from './start-test-server.ts'

export type RuleInput = Partial<z.input<typeof approvalRule>>

/** Colleagues whose mail is approved by Li (first level) and Zhao (second), and an administrator. */
export interface ApprovalRig extends Colleagues {
  li: HttpClient
  zhao: HttpClient
  admin: HttpClient
  /** Makes a rule the only one; held mail stays held. */
  rule(over?: RuleInput): Promise<void>
  noRules(): Promise<void>
  /** Makes one more, the last of the list. */
  addRule(over?: RuleInput): Promise<number>
  saveList(list: { name: string; words: string[] }): Promise<void>
  tryRule(over: RuleInput): ReturnType<TestServer['app']['approval']['rules']['test']>
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
  const { rules } = server.app.approval
  const organisation = (await server.app.directory.organisation())?.id as OrganisationId
  const noRules = async () => {
    for (const { ruleId } of (await rules.all(organisation)).rules)
      await rules.remove(organisation, ruleId)
  }
  const addRule = async (over: RuleInput = {}) => {
    const rule = approvalRule.parse({
      name: '对外邮件',
      recipients: 'outside',
      levels: [{ approvers: [liAddress] }],
      ...over,
    })
    return (await rules.save(organisation, rule)).ruleId
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
    addRule,
    saveList: (list) => rules.saveList(organisation, list),
    tryRule: (over) => {
      const level = { approvers: [liAddress] }
      const rule = approvalRule.parse({ name: 'try', levels: [level], ...over })
      return rules.test(organisation, rule, 7)
    },
    rule: async (over = {}) => {
      await noRules()
      await addRule(over)
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
