import { approval } from '@hongyan/contract/approval'
import { compose } from '@hongyan/contract/compose'
import { consoleContract as api } from '@hongyan/contract/console'
import { rules } from '@hongyan/contract/rules'
import { sensitivityHeader } from '@hongyan/contract/sensitivity-fields'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  type ApprovalRig,
  liAddress,
  type RuleInput,
  startApprovalRig,
} from '../../../testing/approval-rig.ts'
import { deliver, mail } from '../../../testing/builders.ts'
import { freshSink, weiAddress } from '../../../testing/colleagues.ts'
import { eventually, listFolder, mailBody } from '../../../testing/compose-helpers.ts'
import { inConsole } from '../../../testing/console-client.ts'
import { programCode } from '../../../testing/imap-client.ts'
import { zipOf } from '../../../testing/mime-builder.ts'
import { submissionIn } from '../../../testing/submission-client.ts'

let rig: ApprovalRig
let code: string

beforeAll(async () => {
  rig = await startApprovalRig()
  const chief = await inConsole(rig.server, 'root@example.test')
  const { sensitivity } = await chief.get(api.rules, {})
  await chief.get(api.saveSensitivity, { body: { ...sensitivity, on: true } })
  code = await programCode(rig.wei)
})

afterAll(() => rig.stop())

const only = (over: RuleInput = {}) =>
  rig.rule({
    ...{ levels: [], action: 'block', sensitivity: { is: 'from', key: 'confidential' } },
    ...over,
  })

beforeEach(async () => {
  freshSink(rig.sink)
  await only()
})

const outside = 'peer@other.test'
const labelled = (key: string) => mail({ subject: 'inner', headers: { [sensitivityHeader]: key } })

async function sendWith(name: string, content: Buffer | string, sensitivity = 'public') {
  const bytes = typeof content === 'string' ? content : new Uint8Array(content)
  const { data } = await rig.wei.upload(compose.upload, new File([bytes], name))
  const body = mailBody({ fileIds: [data.fileId], sensitivity })
  return (await rig.wei.call(compose.send, { body })).error ?? null
}

/** What a program hears that submits a mail with one more part. */
async function submit(...part: string[]): Promise<number> {
  const line = await submissionIn(rig.server, { address: weiAddress, code })
  await line.command(`MAIL FROM:<${weiAddress}>`)
  await line.command(`RCPT TO:<${outside}>`)
  await line.command('DATA')
  const text = [
    ...[`From: ${weiAddress}`, `To: ${outside}`, `${sensitivityHeader}: public`],
    ...['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=x', ''],
    ...['--x', '', 'see below', '--x', ...part, '--x--', '.'],
  ]
  const answer = await line.command(text.join('\r\n'))
  await line.quit()
  return answer.code
}

it('issue 17 in the browser, the label of a mail that is attached counts where it is the heavier one, in an archive and by another name too', async () => {
  const secret = labelled('confidential')
  const once = await zipOf({ 'a.eml': secret })
  const files: [string, Buffer][] = [
    ['mail.eml', secret],
    ['mail.txt', secret],
    ['mail.bin', secret],
    ['mail', mail({ headers: { Sensitivity: 'Company-Confidential' } })],
    ['mails.zip', once],
    ['twice.zip', await zipOf({ 'once.zip': once })],
  ]
  for (const [name, content] of files)
    expect([name, await sendWith(name, content)]).toEqual([name, 'policy.blocked'])
  expect(await sendWith('mail.eml', labelled('internal'))).toBeNull()
  expect(await sendWith('mail.eml', labelled('no-such'))).toBeNull()
  expect(
    await sendWith('notes.txt', `About the field ${sensitivityHeader}: confidential`),
  ).toBeNull()
  // The lighter one inside takes nothing away.
  expect(await sendWith('mail.eml', labelled('public'), 'confidential')).toBe('policy.blocked')
})

it('issue 17 what is forwarded as an attachment is judged by the label it has, whatever its sender says of the new mail', async () => {
  await rig.noRules()
  const subject = 'kept inside'
  const body = mailBody({ mailTo: [weiAddress], mailSubject: subject, sensitivity: 'confidential' })
  await rig.emma.get(compose.send, { body })
  const { list } = await eventually(
    () => listFolder(rig.wei, 'inbox'),
    (page) => page.list.some((one) => one.mailSubject === subject),
  )
  const mailId = list.find((one) => one.mailSubject === subject)?.mailId ?? 0
  await only()
  const params = { type: 'forwardAsAttachment' as const }
  const { files, sensitivity } = await rig.wei.get(compose.start, { params, body: { mailId } })
  expect(sensitivity).toBe('confidential')
  const fileIds = files.map(({ fileId }) => fileId)
  const lighter = mailBody({ fileIds, sensitivity: 'public', writeMode: 'forwardAsAttachment' })
  expect((await rig.wei.call(compose.send, { body: lighter })).error).toBe('policy.blocked')
})

it('issue 17 of a program, as message/rfc822, in base64, in a digest, and in a mail in the mail', async () => {
  const inner = labelled('confidential').toString().trimEnd().split('\r\n')
  const type = 'Content-Type: message/rfc822'
  expect(await submit(type, '', ...inner)).toBe(550)
  const base64 =
    labelled('confidential')
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  expect(await submit(type, 'Content-Transfer-Encoding: base64', '', ...base64)).toBe(550)
  const digest = ['Content-Type: multipart/digest; boundary=y', '', '--y', '', ...inner, '--y--']
  expect(await submit(...digest)).toBe(550)
  const around = ['From: a@b.test', 'Subject: around', type, '', ...inner]
  expect(await submit(type, '', ...around)).toBe(550)
  const light = labelled('internal').toString().trimEnd().split('\r\n')
  expect(await submit(type, '', ...light)).toBe(250)
})

it('issue 17 what a rule of somebody’s passes on is held for the label inside, and the approver reads why', async () => {
  await only({ action: 'approve', levels: [{ approvers: [liAddress] }] })
  await rig.wei.get(rules.save, {
    body: {
      name: 'on',
      match: 'all',
      conditions: [{ field: 'subject', operator: 'contains', value: 'pass on' }],
      action: { forwardTo: ['home@other.test'] },
    },
  })
  const before = await rig.newest()
  const inner = labelled('confidential').toString()
  const headers = { 'Content-Type': 'message/rfc822' }
  const subject = 'pass on'
  await deliver(rig.server, weiAddress, { to: weiAddress, subject, headers, text: inner })
  const id = await eventually(
    () => rig.newest(),
    (newest) => newest > before,
  )
  const gone = rig.sink.mails.flatMap(({ recipients }) => recipients)
  expect(gone).not.toContain('home@other.test')
  const { reasons } = await rig.li.get(approval.detail, { query: { approvalId: id } })
  expect(reasons).toContainEqual({ kind: 'label', value: '机密\nConfidential', place: 'file' })
})

it('issue 17 a rule is tried on mail of before by the labels inside too, and one about mail without a label asks of the mail itself', async () => {
  await only({ sensitivity: { is: 'none' } })
  expect(await sendWith('mail.eml', labelled('confidential'), '')).toBe('policy.blocked')
  await rig.noRules()
  expect(await sendWith('tried.eml', labelled('confidential'))).toBeNull()
  const tried = await rig.tryRule({ sensitivity: { is: 'from', key: 'confidential' } })
  expect(tried.reasons).toContainEqual(expect.objectContaining({ kind: 'label', place: 'file' }))
})
