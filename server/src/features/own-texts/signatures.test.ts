import { compose } from '@hongyan/contract/compose'
import { limits } from '@hongyan/contract/limits'
import { messages } from '@hongyan/contract/messages'
import { ownPictures } from '@hongyan/contract/own-pictures'
import { settings } from '@hongyan/contract/settings'
import { signatures } from '@hongyan/contract/signatures'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verifyStore } from '../../mailstore/verify/verify.ts'
import { deliver } from '../../testing/builders.ts'
import { arrivedAt, type Colleagues, onePixel, startColleagues } from '../../testing/colleagues.ts'
import { draftBody, listFolder, mailBody, signIn } from '../../testing/compose-helpers.ts'
import type { HttpClient } from '../../testing/http-client.ts'
import type { ShiftingClock } from '../../testing/shifting-clock.ts'
import type { TestServer } from '../../testing/start-test-server.ts'

let colleagues: Colleagues
let server: TestServer
let clock: ShiftingClock
let wei: HttpClient
let emma: HttpClient

beforeAll(async () => {
  colleagues = await startColleagues()
  ;({ server, clock, wei, emma } = colleagues)
})

afterAll(() => colleagues.stop())

beforeEach(async () => {
  for (const client of [wei, emma]) {
    const { list } = await client.get(signatures.list, { query: {} })
    for (const { signId } of list) await client.get(signatures.remove, { body: { signId } })
    for (const use of ['new', 'reply'] as const)
      await client.get(signatures.choose, { body: { use, signId: null } })
  }
  await wei.get(settings.changeSetting, { body: { key: 'signPosition', value: 1 } })
})

const save = (name: string, more: object = {}) =>
  wei.get(signatures.save, { body: { name, content: `<p>${name}的签名</p>`, ...more } })

const chosen = async (type: 'new' | 'reply' | 'forward' | 'editAgain', client = wei) =>
  (await client.get(signatures.forCompose, { body: { type } })).signature

const picture = (client = wei) =>
  client.upload(ownPictures.upload, new File([onePixel], 'logo.png', { type: 'image/png' }))

const arrived = (subject: string) => arrivedAt(colleagues.sink, subject)

describe('own signatures', () => {
  it('SIGNATURES-01 SIGNATURES-02 are made, listed, changed and deleted, with the flags of the defaults', async () => {
    const first = await save('工作', { isDefault: true })
    expect(first).toMatchObject({
      name: '工作',
      isSystem: false,
      isDefault: true,
      isReplyDefault: false,
    })
    const second = await save('简短', { isDefault: true, isReplyDefault: true })
    const { list } = await wei.get(signatures.list, { query: {} })
    expect(list).toMatchObject([
      { signId: first.signId, isDefault: false, isReplyDefault: false },
      { signId: second.signId, isDefault: true, isReplyDefault: true },
    ])
    const changed = await wei.get(signatures.save, {
      body: { signId: first.signId, name: '工作二', content: '<p>新</p>' },
    })
    expect(changed).toMatchObject({ signId: first.signId, name: '工作二', content: '<p>新</p>' })
    await wei.get(signatures.remove, { body: { signId: second.signId } })
    expect((await wei.get(signatures.list, { query: {} })).list).toMatchObject([{ name: '工作二' }])
    expect(await chosen('new')).toBeNull()
  })

  it('SIGNATURES-05 one default a user for new mails and one for answers, each of which may be none', async () => {
    const { signId: work } = await save('工作')
    const { signId: short } = await save('简短')
    expect(await chosen('new')).toBeNull()
    await wei.get(signatures.choose, { body: { use: 'new', signId: work } })
    await wei.get(signatures.choose, { body: { use: 'reply', signId: short } })
    expect(await chosen('new')).toMatchObject({ signId: work })
    expect(await chosen('reply')).toMatchObject({ signId: short })
    expect(await chosen('forward')).toMatchObject({ signId: short })
    await wei.get(signatures.choose, { body: { use: 'new', signId: null } })
    expect(await chosen('new')).toBeNull()
    expect(await chosen('reply')).toMatchObject({ signId: short })
    expect(await chosen('new', emma)).toBeNull()
  })

  it('SIGNATURES-02 need a name and content, and are limited in number and size', async () => {
    const call = (name: string, content: string) =>
      wei.call(signatures.save, { body: { name, content } })
    expect(await call(' ', '<p>x</p>')).toMatchObject({
      error: 'sign.no-name',
      message: '请输入签名名称',
    })
    expect(await call('空', '<div><br></div>')).toMatchObject({ error: 'sign.empty' })
    expect(await call('x'.repeat(51), 'x')).toMatchObject({ status: 400 })
    expect(await call('大', 'x'.repeat(limits.signature + 1))).toMatchObject({ status: 400 })
    for (let index = 0; index < limits.signatures; index++) await save(`第${index}个`)
    expect(await call('再一个', 'x')).toMatchObject({
      error: 'sign.too-many',
      message: '签名过多，最多 20 个',
    })
  })

  it('T14 a signature of somebody else does not exist, nor do its pictures', async () => {
    const { data } = await picture()
    const { signId } = await save('秘密', { content: `<img src="cid:${data.contentId}">秘密` })
    for (const answer of [
      await emma.call(signatures.save, { body: { signId, name: 'x', content: 'x' } }),
      await emma.call(signatures.remove, { body: { signId } }),
      await emma.call(signatures.choose, { body: { use: 'new', signId } }),
      await emma.call(signatures.forCompose, { body: { signId } }),
      await emma.call(signatures.save, {
        body: { name: 'stolen', content: `<img src="cid:${data.contentId}">` },
      }),
    ])
      expect(answer).toMatchObject({ status: 404, error: 'item.not-found' })
  })
})

describe('pictures', () => {
  it('SIGNATURES-03 takes pictures up to 2M and shows them by a link that only the owner is given', async () => {
    const { data } = await picture()
    const shown = await fetch(server.url + data.url)
    expect(shown.headers.get('content-type')).toBe('image/png')
    expect(shown.headers.get('content-security-policy')).toContain('sandbox')
    expect(new Uint8Array(await shown.arrayBuffer())).toEqual(onePixel)
    const upload = (bytes: Uint8Array<ArrayBuffer>) =>
      wei.upload(ownPictures.upload, new File([bytes], 'p.png'))
    expect(
      await upload(new Uint8Array([...onePixel, ...new Uint8Array(limits.picture)])),
    ).toMatchObject({
      error: 'upload.picture-too-big',
      message: '请上传小于2M的文件',
    })
    expect(await upload(new TextEncoder().encode('<svg/onload=alert(1)>'))).toMatchObject({
      error: 'upload.not-picture',
    })
    expect(await upload(new Uint8Array())).toMatchObject({ error: 'upload.empty' })
    const number = await fetch(`${server.url}/api/file/showCustomPicture/${data.pictureId}`)
    expect(number.status).toBe(404)
    clock.advance(2 * 3_600_000)
    expect((await fetch(server.url + data.url)).status).toBe(404)
  })

  it('SIGNATURES-03 pictures that no signature shows any more are swept, the others stay', async () => {
    const kept = (await picture()).data
    const lost = (await picture()).data
    await save('带图', { content: `<p>图 <img src="cid:${kept.contentId}"></p>` })
    clock.advance(4 * 24 * 3_600_000)
    await server.app.ownTexts.sweep()
    const { list } = await wei.get(signatures.list, { query: {} })
    expect(list[0]?.pictures).toMatchObject([{ pictureId: kept.pictureId }])
    expect(list[0]?.pictures.map((one) => one.pictureId)).not.toContain(lost.pictureId)
    const again = await wei.call(signatures.save, {
      body: { name: '旧图', content: `<img src="cid:${lost.contentId}">` },
    })
    expect(again.error).toBe('item.not-found')
    const { findings } = await verifyStore(server.app.database, server.app.blobs)
    expect(findings).toEqual([])
  })
})

describe('signatures in mails', () => {
  it('COMPOSE-28 gives the composer the signature with its pictures as files of that mail, sent as inline parts', async () => {
    const { data } = await picture()
    await save('带图', {
      content: `<p>张伟 <img src="cid:${data.contentId}"></p>`,
      isDefault: true,
    })
    const one = await chosen('new')
    const other = await chosen('new')
    expect(one?.files).toMatchObject([{ fileName: 'logo.png', type: 'image/png' }])
    const contentId = one?.files[0]?.contentId ?? ''
    expect(one?.content).toBe(`<p>张伟 <img src="cid:${contentId}"></p>`)
    expect(other?.files[0]?.contentId).not.toBe(contentId)
    await wei.get(compose.send, {
      body: mailBody({
        mailSubject: '带图签名',
        signHtml: one?.content ?? '',
        signId: one?.signId ?? null,
        fileIds: one?.files.map((file) => file.fileId) ?? [],
      }),
    })
    const mail = await arrived('带图签名')
    expect(mail.html).toContain(
      `<div class="hongyan-signature"><p>张伟 <img src="cid:${contentId}"`,
    )
    expect(mail.attachments).toMatchObject([
      { disposition: 'inline', contentId: `<${contentId}>`, mimeType: 'image/png' },
    ])
    expect(mail.text).toContain('张伟')
  })

  it('COMPOSE-28 stands above or below the original as signPosition says', async () => {
    await save('签', { isReplyDefault: true })
    const of = async (type: 'reply') => wei.get(signatures.forCompose, { body: { type } })
    expect((await of('reply')).position).toBe('above')
    await wei.get(settings.changeSetting, { body: { key: 'signPosition', value: 0 } })
    expect((await of('reply')).position).toBe('below')
    expect(await wei.get(settings.index, { body: {} })).toMatchObject({ signPosition: 0 })
    for (const signPosition of ['above', 'below'] as const) {
      const body = {
        html: '<p>我</p>',
        quotedHtml: '<p>他</p>',
        signHtml: '<p>签</p>',
        signPosition,
      }
      await wei.get(compose.send, { body: mailBody({ ...body, mailSubject: signPosition }) })
    }
    expect((await arrived('above')).text?.replace(/\s+/g, '')).toBe('我签他')
    expect((await arrived('below')).text?.replace(/\s+/g, '')).toBe('我他签')
  })

  it('COMPOSE-28 a draft is reopened with its one signature, and nothing is put into a mail that is edited again', async () => {
    await save('签', { isDefault: true, isReplyDefault: true })
    const { draftId, version } = await wei.get(compose.saveDraft, {
      body: draftBody({
        signHtml: '<p>签</p>',
        signId: 5,
        signPosition: 'below',
        html: '<p>文</p>',
      }),
    })
    const start = await wei.get(compose.start, { params: { type: 'editAgain' }, body: { draftId } })
    expect(start).toMatchObject({
      html: '<p>文</p>',
      signHtml: '<p>签</p>',
      signId: 5,
      signPosition: 'below',
      version,
    })
    expect(await chosen('editAgain')).toBeNull()
    const sent = await wei.get(compose.send, {
      body: mailBody({ draftId, mailSubject: '再发', html: '<p>文</p>', signHtml: '<p>签</p>' }),
    })
    const again = await wei.get(compose.start, {
      params: { type: 'editAgain' },
      body: { mailId: sent.mailId },
    })
    expect(again.signHtml).toBe('')
    expect(again.quotedHtml.match(/签/g)).toHaveLength(1)
  })

  it('COMPOSE-28 a quick reply carries the signature for answers, with its picture', async () => {
    const { data } = await picture()
    await save('答', {
      content: `<p>答签<img src="cid:${data.contentId}"></p>`,
      isReplyDefault: true,
    })
    await deliver(server, 'wei@example.test', { subject: '快回', text: '请答' })
    const { list } = await listFolder(wei, 'inbox')
    const mailId = list.find((one) => one.mailSubject === '快回')?.mailId ?? 0
    await wei.get(compose.quickSend, {
      body: { type: 'reply', mailId, fasthuifuContent: '好的', sendKey: 'quick-sign-1' },
    })
    const mail = await arrived('Re: 快回')
    expect(mail.html).toMatch(/好的.*答签.*请答/s)
    expect(mail.attachments).toMatchObject([{ disposition: 'inline', mimeType: 'image/png' }])
  })
})

describe('signatures of the organisation', () => {
  it('SIGNATURES-01 SIGNATURES-02 SIGNATURES-05 are for everybody to use and nobody to change', async () => {
    const { systemSignatures } = server.app.ownTexts
    const signId = await systemSignatures.put(
      { name: '公司', html: '<p>公司<script>alert(1)</script><img src="logo.png"></p>' },
      [{ path: 'logo.png', fileName: 'logo.png', bytes: Buffer.from(onePixel) }],
    )
    const { list } = await emma.get(signatures.listSystem, { query: {} })
    expect(list).toMatchObject([{ signId, name: '公司', isSystem: true, isDefault: false }])
    expect(list[0]?.content).toMatch(/^<p>公司<img src="cid:[^"]+"><\/p>$/)
    expect((await fetch(server.url + list[0]?.pictures[0]?.url)).status).toBe(200)
    expect(await emma.call(signatures.remove, { body: { signId } })).toMatchObject({
      status: 403,
      error: 'sign.system',
      message: 'Signatures of the organisation can only be changed by the administrator',
    })
    const changed = await emma.call(signatures.save, { body: { signId, name: 'x', content: 'x' } })
    expect(changed).toMatchObject({ error: 'sign.system' })
    await emma.get(signatures.choose, { body: { use: 'new', signId } })
    expect(await chosen('new', emma)).toMatchObject({ signId, name: '公司' })
    expect((await chosen('new', emma))?.files).toHaveLength(1)
    expect(await chosen('new')).toBeNull()
    await systemSignatures.remove(signId)
    expect(await chosen('new', emma)).toBeNull()
  })

  it('SIGNATURES-05 one of them is the default of those who chose none themselves', async () => {
    const { systemSignatures } = server.app.ownTexts
    const signId = await systemSignatures.put({ name: '默认', html: '<p>默认</p>' })
    await systemSignatures.setDefault(signId)
    await server.addPerson({ address: 'new@example.test', name: '新人' })
    const fresh = await signIn(server, 'new@example.test')
    expect(await chosen('new', fresh)).toMatchObject({ signId })
    expect(await chosen('reply', fresh)).toMatchObject({ signId })
    expect(await chosen('new')).toBeNull()
    await fresh.get(signatures.choose, { body: { use: 'new', signId: null } })
    expect(await chosen('new', fresh)).toBeNull()
    expect(await chosen('reply', fresh)).toMatchObject({ signId })
    await systemSignatures.remove(signId)
  })
})

it('COMPOSE-28 our own reader gets the mail with its signature', async () => {
  const { mailId } = await wei.get(compose.send, {
    body: mailBody({
      mailTo: ['emma@example.test'],
      mailSubject: '内部',
      signHtml: '<p>签名行</p>',
    }),
  })
  const detail = await wei.get(messages.detail, { query: { mailId } })
  expect(detail.unsafeHtml).toContain('<p>签名行</p>')
})
