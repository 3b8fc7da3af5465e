import { compose } from '@hongyan/contract/compose'
import { consoleContract as api } from '@hongyan/contract/console'
import { folders } from '@hongyan/contract/folders'
import { messages } from '@hongyan/contract/messages'
import { protection } from '@hongyan/contract/protection'
import { settings } from '@hongyan/contract/settings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../../platform/db/sql.ts'
import { deliver } from '../../../testing/builders.ts'
import { eventually, listFolder, mailBody } from '../../../testing/compose-helpers.ts'
import type { HttpClient } from '../../../testing/http-client.ts'
import {
  type ProtectionRig,
  type Sent,
  sendAll,
  startProtectionRig,
} from '../../../testing/protection-rig.ts'

let rig: ProtectionRig
let wei: HttpClient
let emma: HttpClient
let owner: HttpClient
let auditor: HttpClient

beforeAll(async () => {
  rig = await startProtectionRig()
  ;({ wei, emma, owner, auditor } = rig)
  // Nothing but people says what is junk here.
  await rig.settings({ builtIn: false })
  await emma.get(settings.changeSetting, { body: { key: 'language', value: 'en' } })
})
afterAll(() => rig.stop())

const both = ['wei@example.test', 'emma@example.test']
const evil = {
  from: 'IT Support <support@friend.test>',
  subject: 'your mailbox is full',
  text: 'Your account will be closed today. Enter your password at http://example-test.login.test/x now.',
}

/** A mail that came in, and which it is in each mailbox. */
async function send(mail: Sent) {
  const [sent] = await sendAll([mail], rig.server.smtpPort)
  if (!sent) throw new Error('nothing was sent')
  const idIn = async (client: HttpClient) =>
    (await listFolder(client, 'inbox')).list.find((one) => one.mailSubject === sent.subject)
      ?.mailId ?? 0
  return { ...sent, idIn }
}
const report = (client: HttpClient, mailId: number, over: object = {}) =>
  client.call(protection.report, { body: { mailId, kind: 'phishing', ...over } })
const rowOf = async (subject: string, by = owner) =>
  (await by.get(api.reports, { query: {} })).list.find((one) => one.subject === subject)
const subjects = async (client: HttpClient, role: string) =>
  (await listFolder(client, role)).list.map((one) => one.mailSubject)
const everything = async () => {
  const rows = await rig.server.app.database.query(sql<{ row: string }>`
    SELECT to_jsonb(r)::text AS row FROM protection_reports r`)
  return JSON.stringify(rows)
}

describe('reports', () => {
  it('issue 15: a reported mail is shown to administrators with what the check finds, moved to junk, and seen by no auditor', async () => {
    const { subject, idIn } = await send({ ...evil, to: both })
    const [mine, hers] = [await idIn(wei), await idIn(emma)]
    const { data } = await report(wei, mine, { note: '冒充信息部' })
    expect(data).toMatchObject({ count: 1, from: [{ mailIds: [mine] }] })
    expect(await subjects(wei, 'junk')).toContain(subject)
    expect(await subjects(emma, 'inbox')).toContain(subject)
    await report(emma, hers, { kind: 'spam' })
    const row = await rowOf(subject)
    expect(row).toMatchObject({
      fromAddress: 'support@friend.test',
      reporters: 2,
      phishing: 1,
      state: 'open',
      isProtected: false,
    })
    expect(['suspicious', 'dangerous', 'caution']).toContain(row?.level)
    const query = { id: row?.id ?? 0, language: 'zh' as const }
    const whole = await owner.get(api.report, { query })
    expect(whole.text).toContain('Enter your password')
    expect(whole.signals.length).toBeGreaterThan(0)
    expect(whole.signals.some(({ text }) => /\p{Script=Han}/u.test(text))).toBe(true)
    expect(whole.people).toMatchObject([
      { address: 'wei@example.test', kind: 'phishing', note: '冒充信息部' },
      { address: 'emma@example.test', kind: 'spam', note: '' },
    ])
    expect((await auditor.call(api.report, { query })).error).toBe('console.not-allowed')
    const seen = await auditor.get(api.reports, { query: { open: true } })
    expect(seen.list.find((one) => one.id === row?.id)).toMatchObject({
      fromName: '',
      subject: '',
      reporters: 2,
    })
    expect(JSON.stringify(seen)).not.toContain('mailbox is full')
  })

  it('issue 15: one reports the own mail, once, and what was received; with undo the report is gone as well', async () => {
    const { subject, idIn } = await send(evil)
    const mine = await idIn(wei)
    expect((await report(emma, mine)).error).toBe('item.not-found')
    expect((await emma.call(protection.withdraw, { body: { mailId: mine } })).error).toBe(
      'item.not-found',
    )
    const answers = await Promise.all(Array.from({ length: 4 }, () => report(wei, mine)))
    expect(answers.map((one) => one.error).filter((error) => error === undefined)).toHaveLength(1)
    expect((await report(wei, mine)).error).toBe('protection.reported')
    expect(await rowOf(subject)).toMatchObject({ reporters: 1 })
    await wei.get(protection.withdraw, { body: { mailId: mine } })
    expect(await rowOf(subject)).toBeUndefined()
    expect((await report(wei, mine)).error).toBeUndefined()
    const own = await wei.get(compose.send, { body: mailBody({ mailTo: both.slice(1) }) })
    expect((await report(wei, own.mailId)).error).toBe('protection.not-received')
  })

  it('issue 15: a decision blocks the sender, finds all copies and is told to everybody in the own language', async () => {
    const { subject, idIn } = await send({ ...evil, to: both, from: 'cfo@friend.test' })
    await report(wei, await idIn(wei))
    await report(emma, await idIn(emma))
    const row = await rowOf(subject)
    const body = { id: row?.id ?? 0, state: 'phishing' as const, block: true, search: true }
    expect((await auditor.call(api.decideReport, { body })).error).toBe('console.not-allowed')
    const gone = await owner.call(api.decideReport, { body: { ...body, id: 999_999 } })
    expect(gone.error).toBe('protection.report-gone')
    const { waveId } = await owner.get(api.decideReport, { body })
    const wave = await eventually(
      () => owner.get(api.wave, { query: { id: waveId ?? 0 } }),
      (one) => one.state === 'found',
    )
    expect(wave).toMatchObject({ copies: 2, mailboxes: 2 })
    const listed = await owner.get(api.listSenders, { query: { keyword: 'cfo@friend.test' } })
    expect(listed.list).toMatchObject([{ verdict: 'block' }])
    const told = (client: HttpClient, word: RegExp) =>
      eventually(
        async () => (await listFolder(client, 'inbox')).list,
        (list) => list.some((one) => word.test(one.mailSubject)),
      )
    const [notice] = (await told(wei, /您举报的邮件/)).filter((one) =>
      one.mailSubject.startsWith('您举报的邮件'),
    )
    await told(emma, /message you reported/)
    const { text } = await wei.get(messages.detail, { query: { mailId: notice?.mailId ?? 0 } })
    expect(text).toContain('钓鱼邮件')
    expect(text).toContain(subject)
    expect(await rowOf(subject)).toMatchObject({ state: 'phishing' })
    // Said once more it is told to nobody again.
    await owner.get(api.decideReport, { body: { ...body, search: false } })
    const { list: acts } = await auditor.get(api.acts, { query: { keyword: 'report-decided' } })
    expect(acts[0]).toMatchObject({ whom: 'cfo@friend.test', done: true })
    expect(JSON.stringify(acts)).not.toContain(subject)
    const { n } = (
      await rig.server.app.database.query(sql<{ n: number }>`
        SELECT count(*)::int AS n FROM protection_report_people WHERE report_id = ${row?.id} AND told_at IS NULL`)
    )[0] ?? { n: -1 }
    expect(n).toBe(0)
  })

  it('issue 15: a mail that is answered elsewhere or read in another way is not the harmless one', async () => {
    const subject = 'invoice 4711-77'
    const text = '--b\r\n\r\nPlease pay.\r\n--b--\r\n--c\r\n\r\nPay there.\r\n--c--'
    const take = async (headers: Record<string, string>) => {
      await deliver(rig.server, 'wei@example.test', { subject, headers, text })
      const [newest] = (await listFolder(wei, 'inbox')).list
      expect((await report(wei, newest?.mailId ?? 0)).error).toBeUndefined()
    }
    const asIs = { 'Content-Type': 'multipart/mixed; boundary=b' }
    await take(asIs)
    const row = await rowOf(subject)
    await owner.get(api.decideReport, { body: { id: row?.id ?? 0, state: 'harmless' } })
    await take({ 'Content-Type': 'multipart/mixed; boundary=c' })
    await take({ ...asIs, 'Reply-To': 'thief@evil.test' })
    const { list } = await owner.get(api.reports, { query: {} })
    const states = list.filter((one) => one.subject === subject).map(({ state }) => state)
    expect(states).toEqual(['open', 'open', 'harmless'])
  })

  it('issue 15: what is reported is learnt as spam, and what is harmless as that', async () => {
    await owner.get(api.forgetLearnt, { body: {} })
    const learnt = async () => (await owner.get(api.protection, {})).learnt
    const { subject, idIn } = await send({ text: 'Meeting moved to Thursday, room 4.' })
    await report(wei, await idIn(wei), { kind: 'spam' })
    await eventually(learnt, (one) => one.spam === 1)
    const body = { id: (await rowOf(subject))?.id ?? 0, state: 'harmless' as const }
    // Nobody blocks or takes back what is harmless.
    const { waveId } = await owner.get(api.decideReport, {
      body: { ...body, block: true, search: true },
    })
    expect(waveId).toBeNull()
    expect(await eventually(learnt, (one) => one.ham === 1)).toMatchObject({ spam: 0 })
    const listed = await owner.get(api.listSenders, { query: { keyword: 'ann@friend.test' } })
    expect(listed.list).toEqual([])
  })

  it('issue 15 T40: of encrypted and read-limited mail and of locked folders nothing that it says leaves the mailbox', async () => {
    const canary = 'canary-report-7'
    const pgp = await send({
      subject: canary,
      text: `-----BEGIN PGP MESSAGE-----\r\n${canary}\r\n-----END PGP MESSAGE-----`,
    })
    const closed = await send({
      subject: canary,
      headers: ['Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m'],
      text: canary,
    })
    const secret = await send({ subject: canary, text: canary })
    const { folderId } = await wei.get(folders.save, { body: { folderName: 'secret' } })
    const locked = await secret.idIn(wei)
    await wei.get(messages.move, { body: { mailIds: [locked], targetMailboxId: folderId } })
    await wei.get(folders.setPassword, { body: { folderId, password: 'secret-1' } })
    await wei.get(folders.lock, { body: { folderId } })
    expect((await report(wei, locked)).error).toBe('item.not-found')
    for (const mail of [pgp, closed])
      expect((await report(wei, await mail.idIn(wei))).error).toBeUndefined()
    const authorisation = { readCount: 2, validDays: 7, readPassword: '', forbidForward: true }
    const mailTo = both.slice(1)
    const limited = { mailTo, mailSubject: canary, html: `<p>${canary}</p>`, authorisation }
    await wei.get(compose.send, { body: mailBody(limited) })
    const notice = await eventually(
      async () => (await listFolder(emma, 'inbox')).list.find((one) => one.mailSubject === canary),
      Boolean,
    )
    expect((await report(emma, notice?.mailId ?? 0)).error).toBeUndefined()
    const { list } = await owner.get(api.reports, { query: { open: true } })
    const hidden = list.filter((one) => one.isProtected)
    expect(hidden).toHaveLength(3)
    for (const one of hidden) {
      expect(one).toMatchObject({ subject: '', fromName: '' })
      const whole = await owner.get(api.report, { query: { id: one.id } })
      expect(whole).toMatchObject({ text: '', signals: [] })
    }
    expect(await everything()).not.toContain(canary)
  })

  it('issue 15: reports are forgotten after their days, with the text that was shown', async () => {
    const { database } = rig.server.app
    await database.run(
      sql`UPDATE protection_reports SET latest_at = now() - interval '91 days' WHERE subject LIKE 'your mailbox%'`,
    )
    await database.run(sql`SELECT graphile_worker.add_job('sweep-reports')`)
    await eventually(everything, (rows) => !rows.includes('your mailbox'))
  })
})
