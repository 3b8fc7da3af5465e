import { approval } from '@hongyan/contract/approval'
import { compose } from '@hongyan/contract/compose'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { OrganisationId } from '../../platform/ids.ts'
import {
  type ApprovalRig,
  liAddress,
  type RuleInput,
  startApprovalRig,
  submissionOf,
} from '../../testing/approval-rig.ts'
import { emmaAddress, freshSink, weiAddress } from '../../testing/colleagues.ts'
import { eventually, listFolder, mailBody, recipientsIn } from '../../testing/compose-helpers.ts'
import { programCode } from '../../testing/imap-client.ts'
import { openPush } from '../../testing/push-client.ts'
import { submissionIn } from '../../testing/submission-client.ts'

let rig: ApprovalRig

beforeAll(async () => {
  rig = await startApprovalRig()
})

afterAll(() => rig.stop())

beforeEach(async () => {
  freshSink(rig.sink)
  await rig.noRules()
})

const block = (over: RuleInput = {}) => rig.rule({ levels: [], action: 'block', ...over })
const approve = (over: RuleInput = {}) =>
  rig.rule({ levels: [{ approvers: [liAddress] }], ...over })
const send = (body: ReturnType<typeof mailBody>) => rig.wei.get(compose.send, { body })

/** What the composer opens with, sent as it is. */
async function sendAgain(mailId: number) {
  const params = { type: 'editAgain' as const }
  const start = await rig.wei.get(compose.start, { params, body: { mailId } })
  const addresses = start.mailTo.map(({ address }) => address)
  const body = {
    ...mailBody({ mailTo: addresses, mailSubject: start.mailSubject, html: start.html }),
    ...(start.draftId !== null && { draftId: start.draftId }),
  }
  return { start, answer: await rig.wei.call(compose.send, { body }) }
}

/** A mail that did not get to its reader outside. */
async function lost(subject: string, to = ['peer@other.test']) {
  rig.sink.behaviour.recipients['peer@other.test'] = '550 5.1.1 nobody here'
  const sent = await send(mailBody({ mailTo: to, mailSubject: subject }))
  await recipientsIn(rig.wei, sent.submissionId, 'bounced', 'relayed')
  freshSink(rig.sink)
  return sent
}
const again = (mailId: number) => rig.wei.call(compose.resend, { body: { mailId } })

it('issue 17 a scheduled mail that is edited is judged anew when it is handed over again', async () => {
  const at = new Date(rig.clock.now().getTime() + 3_600_000).toISOString()
  const { mailId } = await send(mailBody({ mailSubject: 'scheduled', scheduledTime: at }))
  await block()
  const { start, answer } = await sendAgain(mailId)
  expect(start.scheduledTime).toBe(at)
  expect(answer.error).toBe('policy.blocked')
  rig.clock.advance(3_601_000)
  await approve()
  const next = new Date(rig.clock.now().getTime() + 3_600_000).toISOString()
  const body = { ...mailBody({ scheduledTime: next }), draftId: start.draftId ?? 0 }
  expect((await rig.wei.get(compose.send, { body })).state).toBe('awaiting-approval')
  expect(await submissionOf(rig, await rig.newest())).toBe('awaiting-approval')
  expect(rig.sink.mails).toEqual([])
})

const hour = 3_600_000
const later = (mailSubject: string, over: Parameters<typeof mailBody>[0] = {}) => {
  const scheduledTime = new Date(rig.clock.now().getTime() + hour).toISOString()
  return send(mailBody({ mailSubject, scheduledTime, ...over }))
}
const stateOf = async ({ submissionId }: { submissionId: number }) =>
  (await rig.wei.get(compose.submission, { query: { submissionId } })).state
/** Nothing but the outbox has looked since it was handed over, as after a day without a server. */
const whenItsTimeHasCome = (sent: { submissionId: number }) => {
  rig.clock.advance(24 * hour)
  return eventually(
    () => stateOf(sent),
    (state) => state !== 'scheduled' && state !== 'queued',
  )
}

it('issue 17 a scheduled mail is asked about again when it leaves, and stays where a rule that came since applies', async () => {
  await block({ words: ['another word'] })
  const calm = await later('calm')
  // Who wrote it is not there to be warned.
  await rig.addRule({ name: 'warning', levels: [], action: 'warn', words: ['calm'] })
  const stays = await later('stays')
  await rig.addRule({ name: 'since', levels: [], action: 'block', words: ['stays'] })
  await rig.server.app.approval.keepTime()
  expect([await stateOf(calm), await stateOf(stays)]).toEqual(['scheduled', 'scheduled'])
  expect(await whenItsTimeHasCome(stays)).toBe('cancelled')
  await recipientsIn(rig.wei, calm.submissionId, 'relayed')
  expect(rig.sink.mails).toHaveLength(1)
  const { list } = await listFolder(rig.wei, 'inbox')
  expect(list[0]?.mailSubject).toBe('定时邮件未发出：stays')
  // It can be edited and handed over again.
  expect((await sendAgain(stays.mailId)).answer.error).toBe('policy.blocked')
})

it('issue 17 of a read-limited one what its sender wrote is asked about, not the notice', async () => {
  const authorisation = { readCount: 3, validDays: 7, readPassword: '', forbidForward: true }
  const sealed = await later('read-limited', { html: '<p>stays here</p>', authorisation })
  await block({ words: ['stays here'] })
  const push = await openPush(rig.server, { address: weiAddress, client: rig.wei })
  expect(await whenItsTimeHasCome(sealed)).toBe('cancelled')
  // Its writer, who may have a browser open, hears of the notice.
  while ((await push.next('mailbox')).kind !== 'added');
  push.close()
})

it('issue 17 a longer list of words changes the rules that look for them', async () => {
  await rig.saveList({ name: 'own', words: ['first'] })
  await block({ lists: ['own'] })
  const first = await later('second word')
  await rig.saveList({ name: 'own', words: ['first'] })
  const second = await later('second word')
  const tried = await lost('second word')
  await rig.saveList({ name: 'own', words: ['first', 'second'] })
  expect((await again(tried.mailId)).error).toBe('policy.blocked')
  expect(await whenItsTimeHasCome(first)).toBe('cancelled')
  expect(await whenItsTimeHasCome(second)).toBe('cancelled')
})

it('issue 17 a rule that is asked before one that ends the list, and was not, is one that changed', async () => {
  await approve({ words: ['in order'] })
  const blockId = await rig.addRule({
    ...{ name: 'behind', levels: [], action: 'block', words: ['in order'] },
  })
  const held = await later('in order')
  await rig.li.get(approval.approve, {
    body: { approvalIds: [await rig.newest()], opinion: 'fine' },
  })
  expect(await stateOf(held)).toBe('scheduled')
  const { rules } = rig.server.app.approval
  const organisation = await rig.server.app.directory.organisation()
  const id = organisation?.id as OrganisationId
  const ids = (await rules.all(id)).rules.map(({ ruleId }) => ruleId)
  await rules.order(id, [blockId, ...ids.filter((one) => one !== blockId)])
  expect(await whenItsTimeHasCome(held)).toBe('cancelled')
})

it.each(['deleted', 'switched off'])(
  'issue 17 a rule that ended the list is %s: those behind it are asked about what it kept from them',
  async (how) => {
    const end = { name: 'end', levels: [{ approvers: [liAddress] }], words: ['behind an end'] }
    const endId = await rig.addRule(end)
    await rig.addRule({ name: 'behind', levels: [], action: 'block', words: ['behind an end'] })
    const held = await later('behind an end')
    await rig.li.get(approval.approve, {
      body: { approvalIds: [await rig.newest()], opinion: 'fine' },
    })
    expect(await stateOf(held)).toBe('scheduled')
    const { rules } = rig.server.app.approval
    const id = (await rig.server.app.directory.organisation())?.id as OrganisationId
    if (how === 'deleted') await rules.remove(id, endId)
    else await rules.save(id, { ...(await rules.named(id, endId)), active: false }, endId)
    expect(await whenItsTimeHasCome(held)).toBe('cancelled')
  },
)

it('issue 17 a list that grew frees no held mail, and what was approved meanwhile leaves', async () => {
  await rig.saveList({ name: 'own', words: ['first'] })
  await approve({ lists: ['own'] })
  const held = await send(mailBody({ mailSubject: 'first and second' }))
  await rig.saveList({ name: 'own', words: ['second'] })
  expect(await stateOf(held)).toBe('awaiting-approval')
  await rig.li.get(approval.approve, {
    body: { approvalIds: [await rig.newest()], opinion: 'fine' },
  })
  await recipientsIn(rig.wei, held.submissionId, 'relayed')
})

it('issue 17 a mail that was recalled is judged anew when it is sent again', async () => {
  const sent = await send(mailBody({ mailTo: [emmaAddress], mailSubject: 'recalled' }))
  await recipientsIn(rig.wei, sent.submissionId, 'delivered')
  await rig.wei.get(compose.cancel, { body: { mailId: sent.mailId } })
  await recipientsIn(rig.wei, sent.submissionId, 'recalled')
  await block({ recipients: 'any' })
  expect((await sendAgain(sent.mailId)).answer.error).toBe('policy.blocked')
  await approve({ recipients: 'any' })
  expect((await sendAgain(sent.mailId)).answer.data?.state).toBe('awaiting-approval')
})

it('issue 17 COMPOSE-05 what is tried again is asked about by the rules that came since, each in its way', async () => {
  const { mailId, submissionId } = await lost('tried again')
  const rules: [RuleInput, string][] = [
    [{ action: 'block' }, 'policy.blocked'],
    [{ action: 'encrypt' }, 'policy.encrypt'],
    [{ action: 'approve', levels: [{ approvers: [liAddress] }] }, 'policy.since'],
    [{ action: 'warn' }, 'policy.since'],
    [{ action: 'justify' }, 'policy.since'],
    [{ action: 'strip' }, 'policy.since'],
    [{ action: 'watermark' }, 'policy.since'],
    [{ action: 'copy', copyTo: [liAddress] }, 'policy.since'],
    [{ action: 'block', words: ['body'] }, 'policy.blocked'],
  ]
  for (const [rule, error] of rules) {
    await rig.rule({ levels: [], ...rule })
    expect([rule.action, (await again(mailId)).error]).toEqual([rule.action, error])
  }
  expect(rig.sink.mails).toEqual([])
  await block({ words: ['not in it'] })
  expect((await again(mailId)).data).toEqual({ count: 1 })
  await recipientsIn(rig.wei, submissionId, 'relayed')
})

it('issue 17 what was approved, and rules that were there, keep nobody from trying again; those who have it are not counted', async () => {
  await approve()
  rig.sink.behaviour.recipients['peer@other.test'] = '550 5.1.1 nobody here'
  const sent = await send(mailBody({ mailSubject: 'approved, then lost' }))
  const body = { approvalIds: [await rig.newest()], opinion: 'fine' }
  await rig.li.get(approval.approve, { body })
  await recipientsIn(rig.wei, sent.submissionId, 'bounced')
  freshSink(rig.sink)
  expect((await again(sent.mailId)).data).toEqual({ count: 1 })
  await recipientsIn(rig.wei, sent.submissionId, 'relayed')
  await rig.noRules()
  const half = await lost('half', ['peer@other.test', 'good@other.test'])
  await block({ recipientsOver: 1 })
  expect((await again(half.mailId)).code).toBe(200)
})

it('issue 17 of a program too', async () => {
  const code = await programCode(rig.wei)
  rig.sink.behaviour.recipients['peer@other.test'] = '550 5.1.1 nobody here'
  const line = await submissionIn(rig.server, { address: weiAddress, code })
  await line.command(`MAIL FROM:<${weiAddress}>`)
  await line.command('RCPT TO:<peer@other.test>')
  await line.command('DATA')
  await line.command(`From: ${weiAddress}\r\nSubject: by program\r\n\r\ntop secret\r\n.`)
  await line.quit()
  const lostMail = await eventually(
    async () => {
      const { list } = await listFolder(rig.wei, 'sent')
      return list.find(({ mailSubject }) => mailSubject === 'by program')
    },
    (one) => one !== undefined,
  )
  const mailId = lostMail?.mailId ?? 0
  await block({ words: ['top secret'] })
  // It is lost in a moment.
  await eventually(
    async () => (await again(mailId)).error,
    (error) => error === 'policy.blocked',
  )
})
