import { createHash } from 'node:crypto'
import { attachments } from '@hongyan/contract/attachments'
import { compose } from '@hongyan/contract/compose'
import { limits } from '@hongyan/contract/limits'
import { messages } from '@hongyan/contract/messages'
import { drawablePicture } from '@hongyan/mime/picture-size'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyStore } from '../../mailstore/verify/verify.ts'
import { releaseBlobs } from '../../platform/blobs/blobs.queries.ts'
import { sql } from '../../platform/db/sql.ts'
import { deliver } from '../../testing/builders.ts'
import {
  draftBody,
  eventually,
  listFolder,
  mailBody,
  signIn,
} from '../../testing/compose-helpers.ts'
import type { HttpClient } from '../../testing/http-client.ts'
import { type ShiftingClock, shiftingClock } from '../../testing/shifting-clock.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let server: TestServer
let clock: ShiftingClock
let wei: HttpClient
let emma: HttpClient

beforeAll(async () => {
  clock = shiftingClock()
  server = await startTestServer({ clock })
  const department = await server.app.directory.createDepartment({
    organisationId: (await server.app.directory.organisation())?.id ?? (0 as never),
    name: '研发部',
    sort: 0,
  })
  await server.addPerson({
    address: 'zhangwei@example.test',
    name: '张伟',
    departmentId: department,
  })
  await server.addPerson({ address: 'emma@example.test', name: 'Emma Brown' })
  wei = await signIn(server, 'zhangwei@example.test')
  emma = await signIn(server, 'emma@example.test', 'en')
})

afterAll(() => server.stop())

const count = async (table: 'uploads' | 'blobs') => {
  const tables = { uploads: sql`uploads`, blobs: sql`blobs WHERE refs > 0` }
  const rows = await server.app.database.query(
    sql<{ n: number }>`SELECT count(*) AS n FROM ${tables[table]}`,
  )
  return rows[0]?.n ?? 0
}

const fetchFile = async (url: string) => {
  const response = await fetch(new URL(url, server.url))
  return {
    type: response.headers.get('content-type'),
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

describe('the composer', () => {
  it('COMPOSE-02 tells the limits and the own address', async () => {
    const params = await wei.get(compose.params, { query: {} })
    expect(params).toMatchObject({
      from: [{ name: '张伟', address: 'zhangwei@example.test' }],
      maxAttachments: 40,
      maxUpload: limits.upload,
      undoSendSeconds: 5,
    })
    expect(params.refusedSuffixes).toContain('exe')
  })

  it('COMPOSE-03 begins a new mail empty and knows no other mode', async () => {
    const start = await wei.get(compose.start, { params: { type: 'new' }, body: {} })
    expect(start).toMatchObject({ draftId: null, mailTo: [], quotedHtml: '', files: [] })
    const odd = await wei.call(compose.start, { params: { type: 'steal' as 'new' }, body: {} })
    expect(odd.error).toBe('request.not-found')
    const missing = await wei.call(compose.start, { params: { type: 'reply' }, body: {} })
    expect(missing.error).toBe('item.not-found')
  })
})

describe('drafts', () => {
  it('COMPOSE-04 SHELL-03 saves a draft as one mail in the drafts folder, replaced by each version', async () => {
    const first = await wei.get(compose.saveDraft, {
      body: draftBody({ mailSubject: '草稿一', mailTo: ['半个地址', 'a@other.test'] }),
    })
    const second = await wei.get(compose.saveDraft, {
      body: {
        ...draftBody({ mailSubject: '草稿二', mailBcc: ['b@other.test'] }),
        draftId: first.draftId,
        version: first.version,
      },
    })
    expect(second).toMatchObject({ draftId: first.draftId, version: first.version + 1 })
    const { list } = await listFolder(wei, 'drafts')
    expect(list.map((one) => [one.mailId, one.mailSubject, one.draft, one.seen])).toEqual([
      [second.mailId, '草稿二', true, true],
    ])
    const detail = await wei.get(messages.detail, { query: { mailId: second.mailId } })
    expect(detail.mailBcc).toEqual([{ name: '', address: 'b@other.test' }])
    const opened = await wei.get(compose.start, {
      params: { type: 'editAgainFromdraft' },
      body: { mailId: second.mailId },
    })
    expect(opened).toMatchObject({
      draftId: second.draftId,
      version: second.version,
      mailSubject: '草稿二',
    })
  })

  it('COMPOSE-04 warns the later of two windows and overwrites nothing', async () => {
    const { draftId, version } = await wei.get(compose.saveDraft, { body: draftBody() })
    const save = (mailSubject: string) =>
      wei.call(compose.saveDraft, { body: { ...draftBody({ mailSubject }), draftId, version } })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => save(`window ${index}`)),
    )
    const done = answers.filter((one) => one.code === 200)
    expect(done).toHaveLength(1)
    const errors = answers.filter((one) => one.code !== 200)
    expect(new Set(errors.map((one) => `${one.status} ${one.error}`))).toEqual(
      new Set(['409 draft.conflict']),
    )
    const blind = await wei.call(compose.saveDraft, { body: { ...draftBody(), draftId } })
    expect(blind.error).toBe('draft.conflict')
    const { list } = await listFolder(wei, 'drafts')
    expect(list.filter((one) => one.mailSubject.startsWith('window'))).toHaveLength(1)
  })

  it('COMPOSE-04 keeps what is no address yet, and wrong drafts of others away', async () => {
    const saved = await wei.get(compose.saveDraft, { body: draftBody({ mailTo: ['张', 'x'] }) })
    const opened = await wei.get(compose.start, {
      params: { type: 'editAgain' },
      body: { draftId: saved.draftId },
    })
    expect(opened.mailTo).toEqual([
      { name: '', address: '张' },
      { name: '', address: 'x' },
    ])
    const body = { draftId: saved.draftId, version: saved.version }
    const foreign = await emma.call(compose.saveDraft, { body: { ...draftBody(), ...body } })
    expect(foreign.error).toBe('item.not-found')
    const read = await emma.call(compose.start, { params: { type: 'editAgain' }, body })
    expect(read.error).toBe('item.not-found')
  })

  it('E81 deletes drafts for good, and only drafts', async () => {
    const { mailId } = await wei.get(compose.saveDraft, {
      body: draftBody({ mailSubject: 'gone' }),
    })
    await deliver(server, 'zhangwei@example.test', { subject: 'no draft' })
    const inbox = (await listFolder(wei, 'inbox')).list.find(
      (one) => one.mailSubject === 'no draft',
    )
    const mailIds = [mailId, inbox?.mailId ?? 0]
    expect((await wei.call(compose.deleteDrafts, { body: { mailIds } })).error).toBe(
      'mail.not-draft',
    )
    expect(await wei.get(compose.deleteDrafts, { body: { mailIds: [mailId] } })).toEqual({
      count: 1,
    })
    const again = await wei.call(compose.deleteDrafts, { body: { mailIds: [mailId] } })
    expect(again.error).toBe('item.not-found')
  })
})

describe('files', () => {
  const upload = (client: HttpClient, file: File, fields?: Record<string, string>) =>
    client.upload(compose.upload, file, fields)

  it('COMPOSE-23 COMPOSE-24 AUTH-14 takes a file, gives it out by a signed link without an authorization header, and removes it', async () => {
    const sha256 = createHash('sha256').update('内容').digest('hex')
    const { data } = await upload(wei, new File(['内容'], '报告.txt', { type: 'text/plain' }), {
      sha256,
    })
    expect(data).toMatchObject({ fileName: '报告.txt', size: 6, contentId: null })
    expect((await fetchFile(data.url)).bytes.toString()).toBe('内容')
    const foreign = await emma.call(compose.removeUpload, { body: { fileId: data.fileId } })
    expect(foreign.error).toBe('item.not-found')
    const used = await emma.call(compose.send, { body: mailBody({ fileIds: [data.fileId] }) })
    expect(used.error).toBe('item.not-found')
    await wei.get(compose.removeUpload, { body: { fileId: data.fileId } })
    expect((await fetch(new URL(data.url, server.url))).status).toBe(404)
    const again = await wei.call(compose.removeUpload, { body: { fileId: data.fileId } })
    expect(again.error).toBe('item.not-found')
  })

  it('COMPOSE-24 keeps a file that a draft of another window holds, and lets go of it when none does', async () => {
    const { data } = await upload(wei, new File(['x'], 'held.txt'))
    const held = draftBody({ fileIds: [data.fileId] })
    const draft = await wei.get(compose.saveDraft, { body: held })
    const again = { ...held, draftId: draft.draftId, version: draft.version }
    await wei.get(compose.removeUpload, { body: { fileId: data.fileId } })
    const saved = await wei.get(compose.saveDraft, { body: again })
    await wei.get(compose.saveDraft, { body: { ...again, version: saved.version, fileIds: [] } })
    await wei.get(compose.removeUpload, { body: { fileId: data.fileId } })
    expect((await fetch(new URL(data.url, server.url))).status).toBe(404)
  })

  it('COMPOSE-24 a mail that waits can be taken back whatever became of its file', async () => {
    const { data } = await upload(wei, new File(['x'], 'waits.txt'))
    const body = () =>
      mailBody({
        fileIds: [data.fileId],
        scheduledTime: new Date(clock.now().getTime() + 3_600_000).toISOString(),
      })
    const backOf = async (submissionId: number) => {
      const { draftId } = await wei.get(compose.cancel, { body: { submissionId, type: 'auto' } })
      const draft = { params: { type: 'editAgain' as const }, body: { draftId: draftId ?? 0 } }
      return (await wei.get(compose.start, draft)).files.map((one) => one.fileName)
    }
    const first = await wei.get(compose.send, { body: body() })
    await wei.get(compose.removeUpload, { body: { fileId: data.fileId } })
    expect(await backOf(first.submissionId)).toEqual(['waits.txt'])
    const second = await wei.get(compose.send, { body: body() })
    const { database } = server.app
    const gone = await database.query(
      sql<{ blob: Buffer }>`DELETE FROM uploads WHERE id = ${data.fileId} RETURNING blob`,
    )
    await releaseBlobs(
      database,
      gone.map((row) => row.blob),
    )
    expect(await backOf(second.submissionId)).toEqual([])
  })

  it.each([
    ['COMPOSE-14', new File([], 'a.txt'), 'upload.empty', '不能上传0kB的文件'],
    ['COMPOSE-15', new File(['x'], 'a.ExE.'), 'upload.suffix', '不支持上传该类型的文件'],
    ['COMPOSE-15', new File(['x'], 'a.exe\u202e'), 'upload.suffix', '不支持上传该类型的文件'],
  ])('%s refuses the file: %#', async (...[, file, error, message]) => {
    const before = await count('uploads')
    expect(await upload(wei, file)).toMatchObject({ error, message })
    expect(await count('uploads')).toBe(before)
  })

  it('COMPOSE-17 refuses a file of 50M and one byte and takes one of 50M', async () => {
    const tooBig = new File([Buffer.alloc(limits.upload + 1)], 'big.bin')
    expect(await upload(wei, tooBig)).toMatchObject({
      status: 413,
      error: 'upload.too-big',
      message: '请上传小于50M的文件',
    })
    const { data } = await upload(wei, new File([Buffer.alloc(limits.upload)], 'big.bin'))
    expect(data.size).toBe(limits.upload)
    const two = await upload(wei, new File([Buffer.alloc(limits.upload)], 'big2.bin'))
    const fileIds = [data.fileId, two.data.fileId]
    const answer = await wei.call(compose.send, { body: mailBody({ fileIds }) })
    expect(answer).toMatchObject({ error: 'compose.too-big', message: '邮件过大，最大 72M' })
    for (const fileId of fileIds) await wei.get(compose.removeUpload, { body: { fileId } })
  })

  it('COMPOSE-19 refuses a file whose hash is another one', async () => {
    const answer = await upload(wei, new File(['x'], 'a.txt'), { sha256: '0'.repeat(64) })
    expect(answer).toMatchObject({
      error: 'upload.integrity',
      message: '完整性校验出错，建议您删除文件后重新上传！',
    })
  })

  it('COMPOSE-13 COMPOSE-16 count files and names when the mail is sent', async () => {
    const ids: number[] = []
    for (let index = 0; index < 41; index++) {
      const { data } = await upload(wei, new File([`${index}`], `f${index}.txt`))
      ids.push(data.fileId)
    }
    const many = await wei.call(compose.send, { body: mailBody({ fileIds: ids }) })
    expect(many).toMatchObject({
      error: 'compose.too-many-attachments',
      message: '附件数量不能超过40个！',
    })
    const same = await upload(wei, new File(['x'], 'F1.TXT'))
    const double = await wei.call(compose.send, {
      body: mailBody({ fileIds: [...ids.slice(0, 3), same.data.fileId] }),
    })
    expect(double).toMatchObject({
      error: 'compose.duplicate-name',
      message: '不能重复上传同名文件',
    })
  })

  it('COMPOSE-18 COMPOSE-25 takes real pictures up to 2M for the body and shows them', async () => {
    const picture = (bytes: Buffer) =>
      wei.upload(compose.uploadPicture, new File([new Uint8Array(bytes)], 'p.png'))
    const { data } = await picture(png)
    expect(data).toMatchObject({ type: 'image/png', contentId: expect.stringContaining('@') })
    expect(data.url).toMatch(/^\/api\/file\/showSendMailPicture\/[\w.-]+$/)
    expect(await fetchFile(data.url)).toEqual({ type: 'image/png', bytes: png })
    const fake = await picture(Buffer.from('<svg onload=alert(1)>'))
    expect(fake).toMatchObject({ error: 'upload.not-picture', message: '请上传图片文件' })
    const big = await picture(Buffer.concat([png, Buffer.alloc(limits.picture)]))
    expect(big).toMatchObject({ error: 'upload.picture-too-big', message: '请上传小于2M的文件' })
  })

  it('P15 never passes the quota with many uploads at once, drafts and mails neither', async () => {
    await server.addPerson({ address: 'small@example.test', quotaBytes: 10_000 })
    const small = await signIn(server, 'small@example.test')
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        upload(small, new File([Buffer.alloc(1_000, index)], `${index}.bin`)),
      ),
    )
    expect(answers.filter((one) => one.code === 200)).toHaveLength(10)
    expect(new Set(answers.filter((one) => one.code !== 200).map((one) => one.error))).toEqual(
      new Set(['upload.full']),
    )
    const html = 'x'.repeat(12_000)
    const draft = await small.call(compose.saveDraft, { body: draftBody({ html }) })
    expect(draft.error).toBe('quota.full')
    const mail = await small.call(compose.send, { body: mailBody({ html }) })
    expect(mail.error).toBe('quota.full')
  })

  // The file centre comes later: until then the room of the mailbox is what an upload can fill.
  it('COMPOSE-21 refuses a file when there is no room for it, in the words of the specification', async () => {
    await server.addPerson({ address: 'tiny@example.test', quotaBytes: 100 })
    const tiny = await signIn(server, 'tiny@example.test')
    const answer = await upload(tiny, new File([Buffer.alloc(101)], 'a.bin'))
    expect(answer).toMatchObject({
      status: 507,
      error: 'upload.full',
      message: '您的文件中心容量不足，导致附件上传失败，请联系管理员扩容或自行释放文件中心容量！',
    })
    expect((await upload(tiny, new File([Buffer.alloc(10)], 'b.bin'))).code).toBe(200)
  })

  it('COMPOSE-22 gives a file another name but never another ending', async () => {
    const { data } = await upload(emma, new File(['text'], '报告.final.TXT'))
    const rename = (fileName: string, client = emma) =>
      client.call(attachments.rename, { body: { fileId: data.fileId, fileName } })
    expect((await rename('年度报告.txt')).data).toMatchObject({
      fileId: data.fileId,
      fileName: '年度报告.txt',
      size: 4,
    })
    for (const name of ['报告.exe', '报告', '报告.txt.exe', '.txt', ''])
      expect([name, (await rename(name)).code]).not.toEqual([name, 200])
    expect(await rename('报告.doc')).toMatchObject({
      error: 'upload.ending',
      message: 'The file extension cannot be changed',
    })
    expect((await rename('x.txt', wei)).error).toBe('item.not-found')
    const { draftId } = await emma.get(compose.saveDraft, {
      body: draftBody({ fileIds: [data.fileId] }),
    })
    const start = await emma.get(compose.start, {
      params: { type: 'editAgain' },
      body: { draftId },
    })
    expect(start.files).toMatchObject([{ fileName: '年度报告.txt' }])
  })

  it('P14 sweeps files that nobody used for three days, but none of an open draft', async () => {
    const kept = await upload(emma, new File(['kept'], 'kept.txt'))
    const lost = await upload(emma, new File(['lost'], 'lost.txt'))
    const { draftId } = await emma.get(compose.saveDraft, {
      body: draftBody({ fileIds: [kept.data.fileId] }),
    })
    clock.advance(4 * 24 * 3_600_000)
    await server.app.compose.sweep()
    const fresh = await signIn(server, 'emma@example.test')
    const opened = await fresh.get(compose.start, {
      params: { type: 'editAgain' },
      body: { draftId },
    })
    expect(opened.files.map((one) => one.fileId)).toEqual([kept.data.fileId])
    const gone = await fresh.call(compose.removeUpload, { body: { fileId: lost.data.fileId } })
    expect(gone.error).toBe('item.not-found')
  })
})

describe('answering and forwarding', () => {
  const original = [
    'From: "Li, Na" <lina@other.test>',
    'Reply-To: Team <team@other.test>',
    'To: zhangwei@example.test, Bob <bob@other.test>',
    'Cc: emma@example.test, zhangwei@example.test, carl@other.test',
    'Subject: =?UTF-8?B?6aKE566X?=',
    'Message-ID: <orig@other.test>',
    'References: <root@other.test>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=m',
    '',
    '--m',
    'Content-Type: multipart/related; boundary=r',
    '',
    '--r',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<html><body bgcolor="red"><style>td{color:red}</style><table><tr><td>表格</td></tr></table><img src="cid:logo@x"><script>alert(1)</script></body></html>',
    '--r',
    'Content-Type: image/png; name=logo.png',
    'Content-ID: <logo@x>',
    'Content-Transfer-Encoding: base64',
    '',
    png.toString('base64'),
    '--r--',
    '--m',
    'Content-Type: text/plain; name=notes.txt',
    'Content-Disposition: attachment; filename=notes.txt',
    '',
    'notes',
    '--m--',
    '',
  ].join('\r\n')

  let mailId = 0
  let client: HttpClient

  beforeAll(async () => {
    await deliver(server, 'zhangwei@example.test', Buffer.from(original))
    client = await signIn(server, 'zhangwei@example.test')
    const { list } = await listFolder(client, 'inbox')
    mailId = list.find((one) => one.mailSubject === '预算')?.mailId ?? 0
  })

  const begin = (type: 'reply' | 'replyAll' | 'forward' | 'forwardAsAttachment' | 'editAgain') =>
    client.get(compose.start, { params: { type }, body: { mailId } })

  it('COMPOSE-03 answers to Reply-To with the original held intact and its pictures', async () => {
    const start = await begin('reply')
    expect(start).toMatchObject({
      mailTo: [{ name: 'Team', address: 'team@other.test' }],
      mailCc: [],
      mailSubject: 'Re: 预算',
      sourceMailId: mailId,
      writeMode: 'reply',
    })
    // T8: its rules are for itself alone.
    expect(start.quotedHtml).toMatch(
      /<div class="(hongyan-q\w+)">.*<style>\.\1 td\{color:red\}<\/style><table><tr><td>表格<\/td><\/tr><\/table>/s,
    )
    expect(start.quotedHtml).toContain('发件人')
    expect(start.quotedHtml).toContain('Li, Na &#60;lina@other.test&#62;')
    expect(start.files).toMatchObject([{ fileName: 'logo.png', contentId: 'logo@x' }])
    expect((await fetchFile(start.files[0]?.url ?? '')).bytes).toEqual(png)
  })

  it('T34 a picture in the text that would take the memory of a tab is drawn as a sheet, and sent whole', async () => {
    const giant = Buffer.from(png)
    giant.writeUInt32BE(7_000, 16)
    giant.writeUInt32BE(7_000, 20)
    const kept = png.toString('base64')
    const mail = original
      .replace('Subject: =?UTF-8?B?6aKE566X?=', 'Subject: giant')
      .replace(kept, giant.toString('base64'))
    await deliver(server, 'zhangwei@example.test', Buffer.from(mail))
    const { list } = await listFolder(client, 'inbox')
    const found = list.find((one) => one.mailSubject === 'giant')?.mailId ?? 0
    const at = { params: { type: 'reply' as const }, body: { mailId: found } }
    const url = (await client.get(compose.start, at)).files[0]?.url ?? ''
    expect((await fetchFile(url)).bytes).toEqual(giant)
    const inText = await fetchFile(`${url}?place=text`)
    expect(inText.type).toBe('image/png')
    expect(drawablePicture(inText.bytes)).toMatchObject({ width: 400, height: 300 })
    const small = (await begin('reply')).files[0]?.url
    expect((await fetchFile(`${small}?place=text`)).bytes).toEqual(png)
  })

  it('COMPOSE-03 answers to all but oneself', async () => {
    const start = await begin('replyAll')
    expect(start.mailTo.map((one) => one.address)).toEqual(['team@other.test', 'bob@other.test'])
    expect(start.mailCc.map((one) => one.address)).toEqual(['emma@example.test', 'carl@other.test'])
  })

  it('COMPOSE-03 forwards with files and pictures that need no upload', async () => {
    const start = await begin('forward')
    expect(start).toMatchObject({ mailTo: [], mailSubject: '转发：预算' })
    expect(start.files.map((one) => [one.fileName, one.contentId])).toEqual([
      ['logo.png', 'logo@x'],
      ['notes.txt', null],
    ])
    const english = await signIn(server, 'zhangwei@example.test', 'en')
    const other = await english.get(compose.start, {
      params: { type: 'forward' },
      body: { mailId },
    })
    expect(other.mailSubject).toBe('Fw: 预算')
    expect(other.quotedHtml).toContain('<b>From: </b>')
  })

  it('COMPOSE-03 forwards the whole mail as a file', async () => {
    const start = await begin('forwardAsAttachment')
    expect(start.quotedHtml).toBe('')
    expect(start.files).toMatchObject([{ fileName: '预算.eml', type: 'message/rfc822' }])
    const { bytes } = await fetchFile(start.files[0]?.url ?? '')
    expect(bytes.toString()).toContain('Message-ID: <orig@other.test>')
  })

  it('COMPOSE-03 forwards a draft as a file without its blind recipients, all else byte for byte', async () => {
    const mailBcc = Array.from({ length: 9 }, (_one, n) => `Secret <secret${n}@other.test>`)
    const draft = await client.get(compose.saveDraft, {
      body: draftBody({ mailBcc, html: '<p>Bcc: stays in the text</p>' }),
    })
    const { sourceUrl } = await client.get(messages.detail, { query: { mailId: draft.mailId } })
    const own = (await fetchFile(sourceUrl)).bytes.toString('latin1')
    expect(own).toMatch(/^Bcc: .*\r\n[ \t].*secret8@/ms)
    const start = await client.get(compose.start, {
      params: { type: 'forwardAsAttachment' },
      body: { mailId: draft.mailId },
    })
    const { bytes } = await fetchFile(start.files[0]?.url ?? '')
    expect(bytes.toString('latin1')).toBe(own.replace(/^Bcc: .*\r\n(?:[ \t].*\r\n)*/m, ''))
    expect(bytes.toString('latin1')).not.toContain('secret')
  })

  it('COMPOSE-03 sends the quote on as it was, pictures related, in the thread', async () => {
    const start = await begin('reply')
    const sent = await client.get(compose.send, {
      body: mailBody({
        mailTo: ['emma@example.test'],
        mailSubject: start.mailSubject,
        html: '<p>好的</p>',
        quotedHtml: start.quotedHtml,
        fileIds: start.files.map((one) => one.fileId),
        writeMode: 'reply',
        sourceMailId: mailId,
      }),
    })
    const copy = await client.get(messages.detail, { query: { mailId: sent.mailId } })
    expect(copy.unsafeHtml).toContain('<p>好的</p>')
    expect(copy.unsafeHtml).toContain(' td{color:red}</style><table><tr><td>表格</td></tr></table>')
    expect(copy.attachments).toMatchObject([
      { fileName: 'logo.png', inline: true, contentId: 'logo@x' },
    ])
    const { bytes } = await fetchFile(copy.sourceUrl)
    expect(bytes.toString().replace(/\r\n[ \t]+/g, ' ')).toContain(
      'References: <root@other.test> <orig@other.test>',
    )
    expect(bytes.toString()).toContain('In-Reply-To: <orig@other.test>')
    const again = await client.get(compose.start, {
      params: { type: 'editAgain' },
      body: { mailId: sent.mailId },
    })
    expect(again).toMatchObject({
      draftId: null,
      mailTo: [{ address: 'emma@example.test' }],
      mailSubject: 'Re: 预算',
      files: [{ contentId: 'logo@x' }],
    })
    const own = await client.get(compose.start, {
      params: { type: 'reply' },
      body: { mailId: sent.mailId },
    })
    expect(own.mailTo).toMatchObject([{ address: 'emma@example.test' }])
  })
})

describe('suggestions', () => {
  it.each(['张', '伟', 'zhangw', 'zw', 'ZHANGWEI@', 'wei'])(
    'COMPOSE-26 finds a colleague by %s',
    async (keyword) => {
      const { list } = await (await signIn(server, 'emma@example.test')).get(compose.suggest, {
        query: { keyword },
      })
      expect(list).toContainEqual({
        name: '张伟',
        address: 'zhangwei@example.test',
        department: '研发部',
        colleague: true,
      })
    },
  )

  it('COMPOSE-26 remembers whom one wrote to, for oneself alone, ten at most', async () => {
    const client = await signIn(server, 'emma@example.test')
    const mailTo = Array.from(
      { length: 15 },
      (_, index) => `王小明${index} <ming${index}@far.test>`,
    )
    await client.get(compose.send, { body: mailBody({ mailTo }) })
    await client.get(compose.send, { body: mailBody({ mailTo: ['ming7@far.test'] }) })
    for (const keyword of ['wangxm', 'wangxiaoming', 'ming', '王']) {
      const { list } = await client.get(compose.suggest, { query: { keyword } })
      if (keyword === 'wangxm') continue
      expect(list).toHaveLength(10)
      expect(list[0]).toMatchObject({
        name: '王小明7',
        address: 'ming7@far.test',
        colleague: false,
      })
    }
    const other = await (await signIn(server, 'zhangwei@example.test')).get(compose.suggest, {
      query: { keyword: 'ming7' },
    })
    expect(other.list).toEqual([])
    for (const keyword of ['', '%', '_', "'", '\\']) {
      const { list } = await client.get(compose.suggest, { query: { keyword } })
      expect(list).toEqual([])
    }
  })
})

it('leaves a store that a recount finds nothing wrong in', async () => {
  const { database, blobs } = server.app
  const verified = await eventually(
    () => verifyStore(database, blobs),
    ({ findings }) => findings.length === 0,
    'a clean store',
  )
  expect(verified.checked).toBeGreaterThan(5)
})

it('review server: a stored draft is read by its schema: what an older version left out has its default, what is no draft opens as the mail it is', async () => {
  const saved = await wei.get(compose.saveDraft, { body: draftBody({ mailSubject: '旧草稿' }) })
  const { database } = server.app
  const reopen = () =>
    wei.get(compose.start, {
      params: { type: 'editAgainFromdraft' },
      body: { draftId: saved.draftId },
    })
  const whole = await reopen()
  await database.run(
    sql`UPDATE drafts SET content = content - '{signHtml,paperId,plainText,authorisation,encrypt,hasPassword}'::text[]`,
  )
  expect(await reopen()).toEqual(whole)
  await database.run(sql`UPDATE drafts SET content = '{"mailTo": "nobody", "priority": 7}'::jsonb`)
  expect(await reopen()).toMatchObject({ mailSubject: '旧草稿', writeMode: 'editAgain' })
})
