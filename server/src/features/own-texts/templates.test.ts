import { compose } from '@hongyan/contract/compose'
import { limits } from '@hongyan/contract/limits'
import { ownPictures } from '@hongyan/contract/own-pictures'
import { builtInPapers } from '@hongyan/contract/papers'
import { templates } from '@hongyan/contract/templates'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { arrivedAt, type Colleagues, onePixel, startColleagues } from '../../testing/colleagues.ts'
import { draftBody, mailBody } from '../../testing/compose-helpers.ts'
import type { HttpClient } from '../../testing/http-client.ts'
import { longestTurn } from '../../testing/longest-turn.ts'
import type { TestServer } from '../../testing/start-test-server.ts'

let colleagues: Colleagues
let server: TestServer
let wei: HttpClient
let emma: HttpClient

beforeAll(async () => {
  colleagues = await startColleagues()
  ;({ server, wei, emma } = colleagues)
})

afterAll(() => colleagues.stop())

beforeEach(async () => {
  const { list } = await wei.get(templates.list, { query: {} })
  for (const { templateId } of list) await wei.get(templates.remove, { body: { templateId } })
})

const save = (name: string, more: object = {}) =>
  wei.get(templates.save, { body: { name, content: `<p>${name}</p>`, ...more } })

const addPaper = (client = wei, name = '') =>
  client.upload(templates.addPaper, new File([onePixel], '山水.png', { type: 'image/png' }), {
    name,
  })

const arrived = (subject: string) => arrivedAt(colleagues.sink, subject)

describe('letter templates', () => {
  it('P13 issue 12 line 1: half a megabyte of marks as a template holds nobody up', async () => {
    const longest = await longestTurn(async () => {
      for (const mark of ['<', '<a>', '&amp;']) {
        const content = mark.repeat(limits.template / mark.length)
        await save(`marks ${mark.length}`, { content: `x${content.slice(1)}` })
      }
    })
    const { list } = await wei.get(templates.list, { query: {} })
    expect(list).toHaveLength(3)
    // Half of it and more when a text is cleaned in one go.
    expect(longest).toBeLessThan(0.25)
  })

  it('TEMPLATES-02 TEMPLATES-03 TEMPLATES-04 TEMPLATES-05 are made, listed, read, changed and deleted', async () => {
    const made = await save('会议通知', {
      subject: '通知：{{date}}',
      content: '<p>{{recipient.name}}，您好！</p><p>请参加会议。</p>',
      paperId: 'rice',
    })
    await save('a 感谢')
    const { list } = await wei.get(templates.list, { query: {} })
    expect(list.map((one) => one.name)).toEqual(['a 感谢', '会议通知'])
    expect(list[1]).toEqual({
      templateId: made.templateId,
      name: '会议通知',
      subject: '通知：{{date}}',
      preview: '{{recipient.name}}，您好！ 请参加会议。',
      paperId: 'rice',
    })
    const { templateId } = made
    expect(await wei.get(templates.info, { query: { templateId } })).toEqual(made)
    await wei.get(templates.save, {
      body: { templateId, name: '通知', content: '<p onclick="x()">改</p>' },
    })
    expect(await wei.get(templates.info, { query: { templateId } })).toMatchObject({
      name: '通知',
      content: '<p>改</p>',
      subject: '',
      paperId: '',
    })
    await wei.get(templates.remove, { body: { templateId } })
    const gone = await wei.call(templates.info, { query: { templateId } })
    expect(gone.error).toBe('item.not-found')
  })

  it('TEMPLATES-01 hold pictures of their own, which become files of each mail', async () => {
    const { data } = await wei.upload(ownPictures.upload, new File([onePixel], 'map.png'))
    const { templateId, pictures } = await save('带图', {
      content: `<p>地图<img src="cid:${data.contentId}"></p>`,
    })
    expect((await fetch(server.url + pictures[0]?.url)).status).toBe(200)
    const used = await wei.get(templates.use, { body: { templateId } })
    const [file] = used.files
    expect(file).toMatchObject({ fileName: 'map.png', type: 'image/png' })
    expect(used.content).toBe(`<p>地图<img src="cid:${file?.contentId}"></p>`)
    await wei.get(compose.send, {
      body: mailBody({
        mailSubject: '模板图',
        html: used.content,
        fileIds: [file?.fileId ?? 0],
      }),
    })
    expect((await arrived('模板图')).attachments).toMatchObject([
      { contentId: `<${file?.contentId}>`, disposition: 'inline' },
    ])
  })

  it('TEMPLATES-04 need a name and text, and are limited', async () => {
    const call = (body: object) =>
      wei.call(templates.save, { body: { name: 'x', content: 'x', ...body } })
    expect(await call({ name: ' ' })).toMatchObject({
      error: 'template.no-name',
      message: '请输入模板名称',
    })
    expect(await call({ content: '<br>' })).toMatchObject({ error: 'template.empty' })
    expect(await call({ paperId: '424242' })).toMatchObject({ error: 'paper.gone' })
    expect(await call({ paperId: '../x' })).toMatchObject({ status: 400 })
    expect(await call({ name: 'x'.repeat(limits.templateName + 1) })).toMatchObject({ status: 400 })
    for (let index = 0; index < limits.templates; index++) await save(`${index}`)
    expect(await call({})).toMatchObject({ error: 'template.too-many' })
  })

  it('T14 templates and papers of somebody else do not exist', async () => {
    const { templateId } = await save('秘密')
    const paperId = Number((await addPaper()).data.paperId)
    for (const answer of [
      await emma.call(templates.info, { query: { templateId } }),
      await emma.call(templates.use, { body: { templateId } }),
      await emma.call(templates.remove, { body: { templateId } }),
      await emma.call(templates.save, { body: { templateId, name: 'x', content: 'x' } }),
      await emma.call(templates.removePaper, { body: { paperId } }),
    ])
      expect(answer).toMatchObject({ status: 404, error: 'item.not-found' })
    const other = { body: { name: 'x', content: 'x', paperId: String(paperId) } }
    expect(await emma.call(templates.save, other)).toMatchObject({ error: 'paper.gone' })
    const mail = { body: mailBody({ paperId: String(paperId) }) }
    expect(await emma.call(compose.send, mail)).toMatchObject({ error: 'paper.gone' })
    await wei.get(templates.removePaper, { body: { paperId } })
  })
})

describe('letter papers', () => {
  it('TEMPLATES-06 TEMPLATES-01 are ours and own pictures, added, shown, and deleted', async () => {
    const { data } = await addPaper(wei, '山水画')
    expect(data).toMatchObject({ name: '山水画' })
    const { list } = await wei.get(templates.papers, { query: {} })
    expect(list.map((one) => one.paperId)).toEqual([
      ...builtInPapers.map((one) => one.id),
      data.paperId,
    ])
    const shown = await fetch(server.url + data.url)
    expect(shown.headers.get('content-type')).toBe('image/png')
    expect((await addPaper()).data.name).toBe('山水')
    const big = new File([onePixel, new Uint8Array(limits.picture)], 'big.png')
    expect(await wei.upload(templates.addPaper, big)).toMatchObject({
      error: 'upload.picture-too-big',
      message: '请上传小于2M的文件',
    })
    for (const one of (await wei.get(templates.papers, { query: {} })).list.filter(
      (two) => two.url,
    ))
      await wei.get(templates.removePaper, { body: { paperId: Number(one.paperId) } })
    expect((await wei.get(templates.papers, { query: {} })).list.every((one) => !one.url)).toBe(
      true,
    )
    expect((await emma.get(templates.papers, { query: {} })).list).toHaveLength(
      builtInPapers.length,
    )
  })

  it('TEMPLATES-06 a built-in paper leaves as a table with its colours, text and quote on it', async () => {
    await wei.get(compose.send, {
      body: mailBody({
        mailSubject: '信纸',
        html: '<p>正文</p>',
        quotedHtml: '<p>原文</p>',
        paperId: 'goose',
      }),
    })
    const { html = '', text } = await arrived('信纸')
    expect(html).toMatch(
      /^<table class="hongyan-paper"[^>]* bgcolor="#e4eef2" style="[^"]*background-color:#e4eef2"/,
    )
    expect(html).toMatch(/<p>正文<\/p><p>原文<\/p><\/td>/)
    expect(text).toMatch(/正文\s+原文/)
  })

  it('TEMPLATES-06 an own paper leaves as an inline part behind the text, and can be taken off when edited again', async () => {
    const { data } = await addPaper()
    const sent = await wei.get(compose.send, {
      body: mailBody({ mailSubject: '自己的信纸', html: '<p>正文</p>', paperId: data.paperId }),
    })
    const mail = await arrived('自己的信纸')
    const [part] = mail.attachments
    const contentId = part?.contentId?.slice(1, -1) ?? ''
    expect(part).toMatchObject({ disposition: 'inline', mimeType: 'image/png' })
    expect(mail.html).toContain(`background="cid:${contentId}"`)
    // Thunderbird blocks a part of the mail that a style names, and shows no paper then.
    expect(mail.html).not.toContain('background-image')
    const again = await wei.get(compose.start, {
      params: { type: 'editAgain' },
      body: { mailId: sent.mailId },
    })
    expect(again).toMatchObject({ quotedHtml: '<p>正文</p>', paperId: data.paperId, files: [] })
    await wei.get(templates.removePaper, { body: { paperId: Number(data.paperId) } })
    const later = await wei.get(compose.start, {
      params: { type: 'editAgain' },
      body: { mailId: sent.mailId },
    })
    expect(later.paperId).toBe('')
    expect(later.quotedHtml).toContain('正文')
    expect(later.files).toHaveLength(1)
  })

  it('TEMPLATES-06 a draft keeps its paper; one that is gone is told before the mail leaves', async () => {
    const { data } = await addPaper()
    const { paperId } = data
    const { draftId } = await wei.get(compose.saveDraft, { body: draftBody({ paperId }) })
    const open = () => wei.get(compose.start, { params: { type: 'editAgain' }, body: { draftId } })
    expect(await open()).toMatchObject({ paperId })
    await wei.get(templates.removePaper, { body: { paperId: Number(paperId) } })
    const { version } = await open()
    await wei.get(compose.saveDraft, { body: { ...draftBody({ paperId, draftId }), version } })
    const refused = await wei.call(compose.send, { body: mailBody({ draftId, paperId }) })
    expect(refused).toMatchObject({
      error: 'paper.gone',
      message: '所用的信纸已被删除，请另选信纸或取消信纸',
    })
    const sent = await wei.call(compose.send, { body: mailBody({ draftId }) })
    expect(sent.code).toBe(200)
  })
})
