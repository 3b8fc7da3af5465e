import { approval } from '@hongyan/contract/approval'
import { compose } from '@hongyan/contract/compose'
import { consoleContract as api } from '@hongyan/contract/console'
import { messages } from '@hongyan/contract/messages'
import { rules } from '@hongyan/contract/rules'
import { type Sensitivity, sensitivityHeader } from '@hongyan/contract/sensitivity-fields'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type ApprovalRig,
  liAddress,
  type RuleInput,
  startApprovalRig,
} from '../../../testing/approval-rig.ts'
import { deliver } from '../../../testing/builders.ts'
import { freshSink, weiAddress } from '../../../testing/colleagues.ts'
import {
  draftBody,
  eventually,
  listFolder,
  mailBody,
  recipientsIn,
} from '../../../testing/compose-helpers.ts'
import { inConsole } from '../../../testing/console-client.ts'
import type { HttpClient } from '../../../testing/http-client.ts'
import { programCode } from '../../../testing/imap-client.ts'
import { submissionIn } from '../../../testing/submission-client.ts'

let rig: ApprovalRig
let chief: HttpClient
let code: string

beforeAll(async () => {
  rig = await startApprovalRig()
  chief = await inConsole(rig.server, 'root@example.test')
  code = await programCode(rig.wei)
})

afterAll(() => rig.stop())

const outside = 'peer@other.test'
const emmaAddress = 'emma@example.test'
const kept = async () => (await chief.get(api.rules, {})).sensitivity
const turn = async (over: Partial<Sensitivity> = {}) =>
  chief.get(api.saveSensitivity, {
    body: { ...(await kept()), on: true, required: false, ...over },
  })
const only = (over: RuleInput) => rig.rule({ levels: [], action: 'block', ...over })
const atLeast = (key: string) => ({ is: 'from', key }) as const

beforeEach(async () => {
  freshSink(rig.sink)
  await rig.noRules()
  await turn()
})

/** What a program hears at the end of its data. */
async function submit(recipients: string[], ...fields: string[]) {
  const line = await submissionIn(rig.server, { address: weiAddress, code })
  await line.command(`MAIL FROM:<${weiAddress}>`)
  for (const to of recipients) await line.command(`RCPT TO:<${to}>`)
  await line.command('DATA')
  const head = [`From: ${weiAddress}`, `To: ${recipients[0]}`, ...fields]
  const answer = await line.command([...head, '', 'Hello', '.'].join('\r\n'))
  await line.quit()
  return answer
}

/** A mail in an inbox, as its reader has it. */
async function inboxMail(subject: string, client = rig.emma) {
  const { list } = await eventually(
    () => listFolder(client, 'inbox'),
    (page) => page.list.some((one) => one.mailSubject === subject),
  )
  const { mailId } = list.find((one) => one.mailSubject === subject) ?? { mailId: 0 }
  return client.get(messages.detail, { query: { mailId } })
}

describe('the labels of an organisation', () => {
  it('issue 17 X600 three are offered, and off until somebody switches them on; each has a key that stays', async () => {
    await turn({ on: false })
    expect((await rig.wei.get(compose.params, { query: {} })).sensitivity).toBeNull()
    const { labels } = await kept()
    expect(labels.map(({ key }) => key)).toEqual(['public', 'internal', 'confidential'])
    const [first, ...others] = labels
    if (!first) throw new Error('no labels')
    const secret = { ...first, key: '', zh: '绝密', en: 'Top  secret!', color: 7, isDefault: true }
    await turn({
      labels: [{ ...first, zh: '对外公开' }, ...others, secret, { ...secret, zh: '二', en: '二' }],
    })
    const { sensitivity } = await rig.wei.get(compose.params, { query: {} })
    expect(sensitivity?.labels.map(({ key, zh }) => [key, zh])).toEqual([
      ['public', '对外公开'],
      ['internal', '内部'],
      ['confidential', '机密'],
      ['top-secret', '绝密'],
      ['label', '二'],
    ])
    // One default.
    expect(sensitivity?.labels.filter(({ isDefault }) => isDefault)).toHaveLength(1)
    const same = { body: { ...(await kept()), labels: [first, { ...first, key: '' }] } }
    expect((await chief.call(api.saveSensitivity, same)).error).toBe('sensitivity.same-name')
    const acts = (await chief.get(api.acts, { query: {} })).list
    expect(acts.some(({ act }) => act === 'sensitivity-changed')).toBe(true)
    await turn({ labels })
  })

  it('issue 17 X600 a label that a rule names cannot go', async () => {
    const { labels } = await kept()
    await only({ name: 'names it', sensitivity: atLeast('confidential') })
    const less = { body: { ...(await kept()), labels: labels.slice(0, 2) } }
    expect((await chief.call(api.saveSensitivity, less)).error).toBe('sensitivity.in-use')
    await rig.noRules()
    expect((await chief.get(api.saveSensitivity, less)).labels).toHaveLength(2)
    await turn({ labels })
  })
})

it('issue 17 labels that weigh more than before change the rules about them, another colour does not', async () => {
  await only({ sensitivity: atLeast('confidential') })
  rig.sink.behaviour.recipients[outside] = '550 5.1.1 nobody here'
  const body = mailBody({ mailTo: [outside], mailSubject: 'tried again', sensitivity: 'internal' })
  const sent = await rig.wei.get(compose.send, { body })
  await recipientsIn(rig.wei, sent.submissionId, 'bounced')
  const { labels } = await kept()
  const [first, second, third] = labels
  if (!first || !second || !third) throw new Error('no labels')
  const again = () => rig.wei.call(compose.resend, { body: { mailId: sent.mailId } })
  await turn({ labels: [{ ...first, color: 7 }, second, third] })
  expect((await again()).code).toBe(200)
  await recipientsIn(rig.wei, sent.submissionId, 'bounced')
  await turn({ labels: [first, third, second] })
  expect((await again()).error).toBe('policy.blocked')
  await turn({ labels })
})

describe('what a mail says of its label', () => {
  it('issue 17 a mail has the label that its writer chose, a draft keeps it, and colleagues see it', async () => {
    const draft = await rig.wei.get(compose.saveDraft, {
      body: draftBody({ sensitivity: 'confidential' }),
    })
    const again = { params: { type: 'editAgain' as const }, body: { draftId: draft.draftId } }
    expect(await rig.wei.get(compose.start, again)).toMatchObject({ sensitivity: 'confidential' })
    const to = { mailTo: [emmaAddress, outside], mailSubject: 'labelled' }
    await rig.wei.get(compose.send, { body: mailBody({ ...to, sensitivity: 'confidential' }) })
    const [left] = await rig.sink.received(1)
    expect(left?.raw.toString()).toMatch(/^X-Hongyan-Sensitivity: confidential\r$/m)
    expect(left?.raw.toString()).toMatch(/^Sensitivity: Company-Confidential\r$/m)
    const { sensitivity, mailId } = await inboxMail('labelled')
    expect(sensitivity).toEqual({ zh: '机密', en: 'Confidential', color: 1 })
    // An answer keeps it, and knows what it was.
    const answer = await rig.emma.get(compose.start, {
      params: { type: 'reply' },
      body: { mailId },
    })
    expect(answer).toMatchObject({ sensitivity: 'confidential', sourceSensitivity: 'confidential' })
    const quick = {
      type: 'reply' as const,
      mailId,
      fasthuifuContent: 'ok',
      sendKey: crypto.randomUUID(),
    }
    await rig.emma.get(compose.quickSend, { body: quick })
    expect((await inboxMail('Re: labelled', rig.wei)).sensitivity).toMatchObject({ zh: '机密' })
  })

  it('issue 17 what a stranger writes of it is not shown, whoever the mail says that it is from', async () => {
    const headers = { [sensitivityHeader]: 'confidential', Sensitivity: 'Company-Confidential' }
    const to = emmaAddress
    await deliver(rig.server, to, { to, subject: 'by a stranger', headers })
    await deliver(rig.server, to, { to, subject: 'in our name', from: weiAddress, headers })
    expect((await inboxMail('by a stranger')).sensitivity).toBeNull()
    const { mailId, sensitivity } = await inboxMail('in our name')
    expect(sensitivity).toBeNull()
    const start = { params: { type: 'reply' as const }, body: { mailId } }
    expect(await rig.emma.get(compose.start, start)).toMatchObject({ sourceSensitivity: '' })
    // Nor does it become ours by being passed on.
    await rig.emma.get(rules.saveForward, {
      body: { enabled: true, forwardTo: ['bob@example.test'], keepOriginal: true },
    })
    await deliver(rig.server, to, { to, subject: 'passed on', from: weiAddress, headers })
    expect((await inboxMail('passed on', rig.bob)).sensitivity).toBeNull()
    await rig.emma.get(rules.saveForward, { body: { enabled: 0, forwardTo: [] } })
  })

  it('issue 17 where a label must be chosen, no mail leaves without; a program’s mail gets the default', async () => {
    const { labels } = await kept()
    await turn({ required: true })
    const bare = mailBody({ mailSubject: 'bare' })
    expect((await rig.wei.call(compose.send, { body: bare })).error).toBe('sensitivity.missing')
    const wrong = mailBody({ sensitivity: 'no-such' })
    expect((await rig.wei.call(compose.send, { body: wrong })).error).toBe('sensitivity.missing')
    expect((await submit([emmaAddress], 'Subject: by default')).code).toBe(250)
    expect((await inboxMail('by default')).sensitivity).toMatchObject({ zh: '内部' })
    await turn({ required: true, labels: labels.map((one) => ({ ...one, isDefault: false })) })
    expect((await submit([emmaAddress], 'Subject: none')).code).toBe(550)
    expect(
      (await submit([emmaAddress], 'Subject: named', `${sensitivityHeader}: public`)).code,
    ).toBe(250)
    expect((await inboxMail('named')).sensitivity).toMatchObject({ zh: '公开' })
    await turn({ labels })
  })

  it('issue 17 a quick reply has the default label or the heavier one of what it answers, and does not leave without one that is needed', async () => {
    const { labels } = await kept()
    const byKey = (wanted: string) =>
      labels.map((one) => ({ ...one, isDefault: one.key === wanted }))
    const answered = async (subject: string, sensitivity: string) => {
      const to = { mailTo: [emmaAddress], mailSubject: subject, sensitivity }
      await rig.wei.get(compose.send, { body: mailBody(to) })
      const { mailId } = await inboxMail(subject)
      const body = {
        ...{ type: 'reply' as const, mailId, fasthuifuContent: 'ok' },
        sendKey: crypto.randomUUID(),
      }
      return rig.emma.call(compose.quickSend, { body })
    }
    const keyOf = async (subject: string) =>
      (await inboxMail(`Re: ${subject}`, rig.wei)).sensitivity?.en ?? null
    await answered('light', 'public')
    expect(await keyOf('light')).toBe('Internal')
    await answered('heavy', 'confidential')
    expect(await keyOf('heavy')).toBe('Confidential')
    await turn({ labels: byKey('') })
    await answered('bare', '')
    expect(await keyOf('bare')).toBeNull()
    // From before one was needed.
    await rig.wei.get(compose.send, {
      body: mailBody({ mailTo: [emmaAddress], mailSubject: 'older' }),
    })
    const { mailId } = await inboxMail('older')
    await turn({ required: true, labels: byKey('') })
    const body = {
      ...{ type: 'reply' as const, mailId, fasthuifuContent: 'ok' },
      sendKey: crypto.randomUUID(),
    }
    expect((await rig.emma.call(compose.quickSend, { body })).error).toBe('sensitivity.missing')
    await turn({ required: true, labels })
    expect((await rig.emma.call(compose.quickSend, { body })).code).toBe(200)
    expect(await keyOf('older')).toBe('Internal')
  })

  it('issue 17 an automatic reply has the default label; where one is needed and there is no default, none leaves', async () => {
    const { labels } = await kept()
    const answer = { enabled: true, content: 'away' }
    await rig.bob.get(rules.saveReply, { body: answer })
    await rig.wei.get(compose.send, {
      body: mailBody({ mailTo: ['bob@example.test'], mailSubject: 'are you there' }),
    })
    const { sensitivity } = await inboxMail('自动回复：are you there', rig.wei)
    expect(sensitivity).toMatchObject({ zh: '内部' })
    await turn({ required: true, labels: labels.map((one) => ({ ...one, isDefault: false })) })
    const body = mailBody({
      ...{ mailTo: ['bob@example.test'], mailSubject: 'and you', sensitivity: 'public' },
    })
    await rig.emma.get(compose.send, { body })
    await inboxMail('and you', rig.bob)
    await rig.bob.get(rules.saveReply, { body: { ...answer, enabled: 0 } })
    await turn({ labels })
    const { list } = await listFolder(rig.emma, 'inbox')
    expect(list.map(({ mailSubject }) => mailSubject)).not.toContain('自动回复：and you')
  })
})

describe('rules about labels', () => {
  const blocked = async (sensitivity: string) =>
    (await rig.wei.call(compose.send, { body: mailBody({ sensitivity }) })).error ?? null

  it('issue 17 a label or a heavier one, at the browser and at programs, which may name it by the field of RFC 2156 as well', async () => {
    await only({ sensitivity: atLeast('internal') })
    expect(await blocked('')).toBeNull()
    expect(await blocked('public')).toBeNull()
    expect(await blocked('internal')).toBe('policy.blocked')
    expect(await blocked('confidential')).toBe('policy.blocked')
    const { labels } = await kept()
    await turn({ labels: labels.map((one) => ({ ...one, isDefault: false })) })
    expect((await submit([outside], 'Subject: 1')).code).toBe(250)
    expect((await submit([outside], `${sensitivityHeader}: public`)).code).toBe(250)
    expect((await submit([outside], `${sensitivityHeader}: Confidential`)).code).toBe(550)
    expect((await submit([outside], 'Sensitivity: Company-Confidential')).code).toBe(550)
    // The heaviest of several counts.
    const two = [`${sensitivityHeader}: public`, `${sensitivityHeader}: confidential`]
    expect((await submit([outside], ...two)).code).toBe(550)
    await turn({ labels })
    // The default that a program's mail gets is judged too.
    expect((await submit([outside], 'Subject: 2')).code).toBe(550)
  })

  it('issue 17 a mail without a label; and labels that are off are no reason', async () => {
    await only({ sensitivity: { is: 'none' } })
    expect(await blocked('')).toBe('policy.blocked')
    expect(await blocked('public')).toBeNull()
    await turn({ on: false })
    expect(await blocked('')).toBeNull()
    await only({ sensitivity: atLeast('public') })
    expect(await blocked('confidential')).toBeNull()
  })

  it('issue 17 it holds for approval too, says why, and is tried on mail of before', async () => {
    await rig.wei.get(compose.send, { body: mailBody({ sensitivity: 'confidential' }) })
    const tried = await rig.tryRule({ sensitivity: atLeast('confidential') })
    expect(tried.found).toBeGreaterThan(0)
    await rig.rule({ levels: [{ approvers: [liAddress] }], sensitivity: atLeast('confidential') })
    const id = await rig.send({ sensitivity: 'confidential' })
    const { reasons } = await rig.wei.get(approval.detail, { query: { approvalId: id ?? 0 } })
    expect(reasons).toContainEqual({ kind: 'label', value: '机密\nConfidential', place: 'mail' })
    expect(await rig.send({ sensitivity: 'public' })).toBeNull()
  })
})
