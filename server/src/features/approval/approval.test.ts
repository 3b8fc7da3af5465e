import { approval } from '@hongyan/contract/approval'
import { compose } from '@hongyan/contract/compose'
import { messages } from '@hongyan/contract/messages'
import { settings } from '@hongyan/contract/settings'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verifyStore } from '../../mailstore/verify/verify.ts'
import { sql } from '../../platform/db/sql.ts'
import {
  type ApprovalRig,
  hasLeft,
  liAddress,
  startApprovalRig,
  submissionOf,
  zhaoAddress,
} from '../../testing/approval-rig.ts'
import { freshSink } from '../../testing/colleagues.ts'
import { eventually, listFolder, mailBody } from '../../testing/compose-helpers.ts'
import { checkTrails } from './trail.ts'

let rig: ApprovalRig

beforeAll(async () => {
  rig = await startApprovalRig()
})

afterAll(() => rig.stop())

beforeEach(async () => {
  freshSink(rig.sink)
  await rig.noRules()
})

const held = async (over?: Parameters<ApprovalRig['send']>[0]): Promise<number> => {
  const id = await rig.send(over)
  if (id === null) throw new Error('the mail was not held')
  return id
}
const opinion = '同意'
const stateOf = async (id: number) =>
  (await rig.wei.get(approval.detail, { query: { approvalId: id } })).state
const ids = (list: readonly { approvalId: number }[]) => list.map(({ approvalId }) => approvalId)

describe('a mail that must be approved', () => {
  it('APPROVAL-12 leaves once it is approved, and not before', async () => {
    await rig.rule()
    const id = await held({ mailSubject: '报价 quote' })
    expect(await submissionOf(rig, id)).toBe('awaiting-approval')
    await rig.li.get(approval.approve, { body: { approvalIds: [id], opinion } })
    await hasLeft(rig, id)
    expect(await rig.sink.received(1)).toHaveLength(1)
    expect(await stateOf(id)).toBe('approved')
  })

  it('APPROVAL-12 APPROVAL-10 never leaves once it is rejected, and its sender reads why', async () => {
    await rig.rule()
    const id = await held({ mailSubject: '不发 no' })
    await rig.li.get(approval.reject, { body: { approvalIds: [id], opinion: '价格不对' } })
    expect(await submissionOf(rig, id)).toBe('rejected')
    const { list } = await eventually(
      () => listFolder(rig.wei, 'inbox'),
      ({ list }) => list.some((one) => one.mailSubject.includes('不发 no')),
    )
    expect(list.some((one) => one.preview.includes('价格不对'))).toBe(true)
    expect(rig.sink.mails).toEqual([])
  })

  it('APPROVAL-01 APPROVAL-03 APPROVAL-04 is in the lists of both by its state, and in the list of nobody else', async () => {
    await rig.rule()
    const [waiting, yes, no, back] = [await held(), await held(), await held(), await held()]
    await rig.li.get(approval.approve, { body: { approvalIds: [yes], opinion } })
    await rig.li.get(approval.reject, { body: { approvalIds: [no], opinion } })
    await rig.wei.get(approval.withdraw, { body: { approvalIds: [back] } })
    const states = { pending: waiting, approved: yes, rejected: no, withdrawn: back } as const
    for (const [state, id] of Object.entries(states)) {
      const query = { state: state as keyof typeof states, pageSize: 100 }
      for (const [client, endpoint] of [
        [rig.li, approval.approverApprovalList],
        [rig.wei, approval.userApprovalList],
      ] as const) {
        const { list } = await client.get(endpoint, { query })
        expect(ids(list)).toContain(id)
        expect(new Set(list.map((one) => one.state))).toEqual(new Set([state]))
      }
    }
    const all = await rig.li.get(approval.approverApprovalList, { query: { pageSize: 2 } })
    expect(ids(all.list)).toEqual([back, no])
    const query = { pageSize: 2, sortValues: all.next ?? '' }
    const next = await rig.li.get(approval.approverApprovalList, { query })
    expect(ids(next.list)).toEqual([yes, waiting])
    for (const endpoint of [approval.approverApprovalList, approval.userApprovalList])
      expect((await rig.emma.get(endpoint, { query: {} })).list).toEqual([])
  })

  it('APPROVAL-02 SHELL-14 is counted for who decides, and shown as held to its sender', async () => {
    const before = await rig.li.get(approval.unapprovedCount, { query: {} })
    await rig.rule()
    const id = await held({ mailSubject: 'counted' })
    const after = await rig.li.get(approval.unapprovedCount, { query: {} })
    expect(after.count).toBe(before.count + 1)
    expect(await rig.li.get(settings.index, { body: {} })).toMatchObject({
      mailApproval: 1,
      approvalCount: after.count,
    })
    const sent = (await listFolder(rig.wei, 'sent')).list.find(
      (one) => one.mailSubject === 'counted',
    )
    expect(sent?.sendState).toBe('awaiting-approval')
    const detail = await rig.wei.get(approval.detail, { query: { approvalId: id } })
    expect(detail).toMatchObject({ mailId: sent?.mailId, ruleName: '对外邮件', state: 'pending' })
    expect(detail.reasons).toEqual([{ kind: 'outside', value: 'peer@other.test', place: 'mail' }])
    await rig.wei.get(approval.withdraw, { body: { approvalIds: [id] } })
  })

  it('APPROVAL-11 is a draft again when its sender withdraws it, and never leaves', async () => {
    await rig.rule()
    const id = await held({ mailSubject: 'taken back' })
    await rig.wei.get(approval.withdraw, { body: { approvalIds: [id] } })
    expect(await submissionOf(rig, id)).toBe('cancelled')
    const drafts = await listFolder(rig.wei, 'drafts')
    expect(drafts.list.map((one) => one.mailSubject)).toContain('taken back')
    expect(
      await rig.li.call(approval.approve, { body: { approvalIds: [id], opinion } }),
    ).toMatchObject({
      status: 409,
      message: '该邮件已被申请人撤回',
    })
    // The composer's own way back is the same.
    const other = await held()
    const { mailId } = await rig.wei.get(approval.detail, { query: { approvalId: other } })
    await rig.wei.get(compose.cancel, { body: { mailId } })
    expect(await submissionOf(rig, other)).toBe('cancelled')
    expect(
      ids((await rig.wei.get(approval.userApprovalList, { query: { state: 'withdrawn' } })).list),
    ).toContain(other)
  })

  it('APPROVAL-09 G90 is decided once; later acts say what became of it', async () => {
    await rig.rule({
      levels: [{ approvers: [liAddress, zhaoAddress], needs: 'any', hours: null, after: 'remind' }],
    })
    const id = await held()
    await rig.li.get(approval.approve, { body: { approvalIds: [id], opinion } })
    for (const endpoint of [approval.approve, approval.reject])
      expect(await rig.li.call(endpoint, { body: { approvalIds: [id], opinion } })).toMatchObject({
        status: 409,
        message: '该邮件已审批',
      })
    expect(await rig.wei.call(approval.withdraw, { body: { approvalIds: [id] } })).toMatchObject({
      status: 409,
    })
    expect(await rig.zhao.call(approval.detail, { query: { approvalId: id } })).toMatchObject({
      status: 409,
      message: '审批已结束，无法查看',
    })
  })

  it('APPROVAL-07 needs an opinion', async () => {
    await rig.rule()
    const id = await held()
    for (const endpoint of [approval.approve, approval.reject, approval.pass])
      expect(
        await rig.li.call(endpoint, { body: { approvalIds: [id], opinion: ' ' } }),
      ).toMatchObject({
        status: 400,
        message: '请填写审批意见！',
      })
    expect(await stateOf(id)).toBe('pending')
  })

  it('APPROVAL-14 is there for its approvers and its sender alone', async () => {
    await rig.rule({
      levels: [
        { approvers: [liAddress], needs: 'any', hours: null, after: 'remind' },
        { approvers: [zhaoAddress], needs: 'any', hours: null, after: 'remind' },
      ],
    })
    const id = await held()
    const body = { approvalIds: [id], opinion }
    // A stranger, the sender, an administrator, and the approver of a level that has not come up.
    for (const client of [rig.emma, rig.wei, rig.admin, rig.zhao])
      for (const endpoint of [approval.approve, approval.reject, approval.pass])
        expect(await client.call(endpoint, { body })).toMatchObject({ status: 404 })
    expect(await rig.emma.call(approval.detail, { query: { approvalId: id } })).toMatchObject({
      status: 404,
    })
    expect(await rig.li.call(approval.withdraw, { body: { approvalIds: [id] } })).toMatchObject({
      status: 404,
    })
    expect(await stateOf(id)).toBe('pending')
  })
})

describe('several levels', () => {
  const level = (approvers: string[], needs: 'any' | 'all' = 'any') => ({
    ...{ approvers, needs, hours: null },
    after: 'remind' as const,
  })

  it('APPROVAL-10 goes from level to level, and leaves behind the last', async () => {
    await rig.rule({ levels: [level([liAddress]), level([zhaoAddress])] })
    const id = await held()
    await rig.li.get(approval.approve, { body: { approvalIds: [id], opinion } })
    expect(await submissionOf(rig, id)).toBe('awaiting-approval')
    await rig.zhao.get(approval.approve, { body: { approvalIds: [id], opinion } })
    await hasLeft(rig, id)
    const { trail } = await rig.wei.get(approval.detail, { query: { approvalId: id } })
    expect(trail.map(({ action, who, level: at }) => [action, who.address, at])).toEqual([
      ['submitted', 'zhangwei@example.test', 1],
      ['approved', liAddress, 1],
      ['approved', zhaoAddress, 2],
    ])
  })

  it('APPROVAL-06 APPROVAL-10 is passed on to one of the next level; where there is none it is said', async () => {
    await rig.rule({ levels: [level([liAddress]), level([zhaoAddress, 'bob@example.test'])] })
    const id = await held()
    const { list } = await rig.li.get(approval.approvers, { query: { approvalId: id } })
    expect(list.map(({ address }) => address).sort()).toEqual(['bob@example.test', zhaoAddress])
    const body = { approvalIds: [id], opinion, approver: 'bob@example.test' }
    await rig.li.get(approval.pass, { body })
    expect(
      await rig.zhao.call(approval.approve, { body: { approvalIds: [id], opinion } }),
    ).toMatchObject({ status: 409 })
    expect(
      await rig.bob.call(approval.pass, { body: { approvalIds: [id], opinion } }),
    ).toMatchObject({
      status: 400,
      message: 'No next-level approver was found!',
    })
    expect(await rig.bob.call(approval.approvers, { query: { approvalId: id } })).toMatchObject({
      status: 400,
    })
    await rig.bob.get(approval.approve, { body: { approvalIds: [id], opinion } })
    await hasLeft(rig, id)
  })

  it('APPROVAL-10 all of a level decide where all are needed; one who is gone is not waited for', async () => {
    await rig.rule({ levels: [level([liAddress, zhaoAddress], 'all')] })
    const [both, one] = [await held(), await held()]
    await rig.li.get(approval.approve, { body: { approvalIds: [both, one], opinion } })
    expect(await stateOf(both)).toBe('pending')
    await rig.zhao.get(approval.approve, { body: { approvalIds: [both], opinion } })
    await hasLeft(rig, both)
    const { database, approval: service } = rig.server.app
    await database.run(sql`UPDATE users SET disabled_at = now() WHERE name = '赵总'`)
    await service.keepTime()
    await database.run(sql`UPDATE users SET disabled_at = NULL`)
    await hasLeft(rig, one)
  })

  it('issue 17 an approver who is removed meanwhile leaves it to the administrators', async () => {
    await rig.rule({ levels: [level([zhaoAddress])] })
    const id = await held()
    const { database, approval: service } = rig.server.app
    await database.run(sql`UPDATE users SET disabled_at = now() WHERE name = '赵总'`)
    await service.keepTime()
    await database.run(sql`UPDATE users SET disabled_at = NULL`)
    await rig.admin.get(approval.approve, { body: { approvalIds: [id], opinion } })
    await hasLeft(rig, id)
  })

  it('APPROVAL-05 APPROVAL-08 its sender chooses the approver, and is asked to', async () => {
    await rig.rule({ levels: [level([liAddress, zhaoAddress])], choose: true })
    const body = mailBody({ mailSubject: 'chosen' })
    expect(await rig.wei.call(compose.send, { body })).toMatchObject({
      status: 400,
      message: '请选择审批人！',
    })
    const { sendKey } = body
    expect((await rig.wei.get(approval.approvers, { query: { sendKey } })).list).toHaveLength(2)
    expect(await rig.wei.call(approval.setApprover, { body: { sendKey } })).toMatchObject({
      message: '请选择审批人！',
    })
    const bob = { sendKey, approver: 'bob@example.test' }
    expect(await rig.wei.call(approval.setApprover, { body: bob })).toMatchObject({ status: 400 })
    await rig.wei.get(approval.setApprover, { body: { sendKey, approver: zhaoAddress } })
    expect((await rig.wei.get(compose.send, { body })).state).toBe('awaiting-approval')
    const id = await rig.newest()
    expect(
      await rig.li.call(approval.approve, { body: { approvalIds: [id], opinion } }),
    ).toMatchObject({ status: 404 })
    await rig.zhao.get(approval.approve, { body: { approvalIds: [id], opinion } })
    await hasLeft(rig, id)
  })

  it('issue 17 a deputy decides in an approver’s place while the time lasts, and the trail says so', async () => {
    await rig.rule()
    await rig.li.get(approval.saveDeputy, { body: { deputy: 'bob@example.test' } })
    const id = await held()
    await rig.bob.get(approval.approve, { body: { approvalIds: [id], opinion } })
    await rig.li.get(approval.saveDeputy, { body: { deputy: '' } })
    const { trail } = await rig.wei.get(approval.detail, { query: { approvalId: id } })
    expect(trail.at(-1)).toMatchObject({
      who: { address: 'bob@example.test' },
      insteadOf: { address: liAddress },
    })
    const other = await held()
    expect(
      await rig.bob.call(approval.approve, { body: { approvalIds: [other], opinion } }),
    ).toMatchObject({ status: 404 })
  })

  it.each([
    ['approve', 'sent'],
    ['reject', 'rejected'],
    ['pass-up', 'awaiting-approval'],
    ['remind', 'awaiting-approval'],
  ] as const)('issue 17 when the time of a level is over: %s', async (after, state) => {
    await rig.rule({ levels: [{ approvers: [liAddress], needs: 'any', hours: 2, after }] })
    const id = await held()
    const second = after === 'pass-up' || after === 'approve'
    if (second) {
      await rig.rule({
        levels: [{ approvers: [liAddress], needs: 'any', hours: 2, after }, level([zhaoAddress])],
      })
    }
    const other = await held()
    rig.clock.advance(2 * 3_600_000 + 1_000)
    await rig.server.app.approval.keepTime()
    await eventually(
      () => submissionOf(rig, id),
      (now) => now === state,
    )
    if (after === 'remind') {
      const { trail } = await rig.wei.get(approval.detail, { query: { approvalId: id } })
      expect(trail.at(-1)?.action).toBe('reminded')
    }
    if (second) await rig.zhao.get(approval.approve, { body: { approvalIds: [other], opinion } })
  })
})

describe('what its approver sees', () => {
  it('APPROVAL-13 the mail as it will leave, hidden recipients too; attachments where they may be downloaded', async () => {
    await rig.rule()
    const file = new File(['the price is 7'], 'price.txt', { type: 'text/plain' })
    const { data } = await rig.wei.upload(compose.upload, file)
    const id = await held({
      mailBcc: ['hidden@other.test'],
      html: '<p>see the price</p>',
      fileIds: [data.fileId],
    })
    const query = { approvalId: id }
    const closed = await rig.li.get(approval.detail, { query })
    expect(closed).toMatchObject({
      mayDownload: false,
      mailBcc: [{ address: 'hidden@other.test' }],
    })
    expect(closed.unsafeHtml).toContain('see the price')
    expect(closed.attachments).toMatchObject([{ fileName: 'price.txt', url: '' }])
    const evidence = await fetch(rig.server.url + closed.evidenceUrl)
    const zipped = Buffer.from(await evidence.arrayBuffer())
    expect([zipped.includes('trail.json'), zipped.includes('mail.eml')]).toEqual([true, false])
    const { app } = rig.server
    const organisation = await app.directory.organisation()
    await app.settings.turn(organisation?.id as never, 'mailApprovalDownload', true)
    const { attachments, mayDownload } = await rig.li.get(approval.detail, { query })
    expect(mayDownload).toBe(true)
    const url = rig.server.url + (attachments[0]?.url ?? '')
    expect(await (await fetch(url)).text()).toBe('the price is 7')
    await app.settings.turn(organisation?.id as never, 'mailApprovalDownload', false)
  })

  it('issue 17 the evidence holds the mail and the whole trail', async () => {
    await rig.rule()
    const id = await held({ mailSubject: 'evidence' })
    await rig.li.get(approval.approve, { body: { approvalIds: [id], opinion } })
    const { evidenceUrl } = await rig.li.get(approval.detail, { query: { approvalId: id } })
    const answer = await fetch(rig.server.url + evidenceUrl)
    expect(answer.status).toBe(200)
    const bytes = Buffer.from(await answer.arrayBuffer())
    for (const name of ['mail.eml', 'trail.json']) expect(bytes.includes(name)).toBe(true)
    expect((await fetch(`${rig.server.url}/api/mail/main/approval/evidence/none`)).status).toBe(404)
  })

  it('issue 17 the notice leads to it and shows nothing of its text', async () => {
    await rig.rule()
    await held({ mailSubject: 'noticed', html: '<p>unspoken</p>' })
    const { list } = await eventually(
      () => listFolder(rig.li, 'inbox'),
      (found) => found.list.some((one) => one.mailSubject.includes('noticed')),
    )
    const mailId = list.find((one) => one.mailSubject.includes('noticed'))?.mailId ?? 0
    const { text } = await rig.li.get(messages.detail, { query: { mailId } })
    expect(text).toContain('/appreply/')
    expect(text).not.toContain('unspoken')
  })
})

describe('one end, whatever comes at once', () => {
  it('G90 approve and withdraw at once, and two approvers at once: exactly one of them', async () => {
    await rig.rule({
      levels: [{ approvers: [liAddress, zhaoAddress], needs: 'any', hours: null, after: 'remind' }],
    })
    const ends = [
      ['sent', 'rejected', 'cancelled'],
      ['sent', 'sent', 'cancelled'],
    ]
    for (let round = 0; round < 15; round++) {
      freshSink(rig.sink)
      const id = await held()
      const body = { approvalIds: [id], opinion }
      const answers = await Promise.all([
        rig.li.call(approval.approve, { body }),
        rig.zhao.call(round % 2 === 0 ? approval.reject : approval.approve, { body }),
        rig.wei.call(approval.withdraw, { body: { approvalIds: [id] } }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
      const first = answers.findIndex(({ status }) => status === 200)
      const state = ends[round % 2]?.[first]
      await eventually(
        () => submissionOf(rig, id),
        (now) => now === state,
      )
      expect(rig.sink.mails.length).toBe(state === 'sent' ? 1 : 0)
    }
    expect((await verifyStore(rig.server.app.database, rig.server.app.blobs)).findings).toEqual([])
  })
})

describe('the trail', () => {
  it('issue 17 is not changed by a statement, and one that was changed is found by verify', async () => {
    await rig.rule()
    const id = await held()
    await rig.li.get(approval.reject, { body: { approvalIds: [id], opinion: 'no' } })
    const { database } = rig.server.app
    expect(await checkTrails(database)).toEqual([])
    const change = () =>
      database.run(sql`
        UPDATE approval_trail SET entry = replace(entry, 'rejected', 'approved') WHERE approval_id = ${id}`)
    await expect(change()).rejects.toThrow('not changed')
    const found = { problem: 'trail was changed', place: `approval ${id} entry 2` }
    await database.run(sql`ALTER TABLE approval_trail DISABLE TRIGGER approval_trail_stays`)
    await change()
    expect(await checkTrails(database)).toEqual([found])
    await database.run(sql`DELETE FROM approval_trail WHERE approval_id = ${id} AND seq = 2`)
    expect(await checkTrails(database)).toEqual([found])
    await database.run(sql`DELETE FROM approval_trail WHERE approval_id = ${id}`)
    await database.run(sql`UPDATE approvals SET trail_count = 0, trail_hash = '' WHERE id = ${id}`)
    await database.run(sql`ALTER TABLE approval_trail ENABLE TRIGGER approval_trail_stays`)
  })
})
