import { compose } from '@hongyan/contract/compose'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draftBody, mailBody, signIn } from '../../../testing/compose-helpers.ts'
import type { HttpClient } from '../../../testing/http-client.ts'
import { startRelay } from '../../../testing/outside-world.ts'
import type { SmtpSink } from '../../../testing/smtp-sink.ts'
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts'

let server: TestServer
let sink: SmtpSink
let client: HttpClient

beforeAll(async () => {
  const relay = await startRelay()
  sink = relay.sink
  server = await startTestServer({ environment: relay.environment })
  await server.addPerson({ address: 'wei@example.test' })
  client = await signIn(server, 'wei@example.test')
})

afterAll(async () => {
  await server.stop()
  await sink.stop()
})

describe('a mail of text alone', () => {
  it('COMPOSE-05 leaves as text/plain only, with the lines and blanks as they were typed', async () => {
    const html = '<pre>第一行\n    四个空格\n&lt;b&gt;不是标签&lt;/b&gt;\n\n-- \n张伟</pre>'
    const quotedHtml = '<blockquote><p>原文 <b>粗</b> <img src="cid:logo@x"></p></blockquote>'
    await client.get(compose.send, {
      body: mailBody({ html, quotedHtml, plainText: true, mailTo: ['peer@other.test'] }),
    })
    const [mail] = await sink.received(1)
    const raw = mail?.raw.toString('latin1') ?? ''
    expect(raw).toMatch(/^Content-Type: text\/plain; charset=utf-8; format=flowed;\s+delsp=yes/im)
    expect(raw).not.toMatch(/text\/html|multipart/i)
    const parsed = await PostalMime.parse(raw)
    expect(parsed.html).toBeFalsy()
    expect(parsed.text?.replace(/\r\n/g, '\n').trimEnd()).toBe(
      '第一行\n    四个空格\n<b>不是标签</b>\n\n-- \n张伟\n> 原文 粗',
    )
  })

  it('COMPOSE-04 a draft of text alone opens as one', async () => {
    const { draftId } = await client.get(compose.saveDraft, {
      body: draftBody({ html: '<pre>只有文字</pre>', plainText: true }),
    })
    const start = await client.get(compose.start, {
      params: { type: 'editAgain' },
      body: { draftId },
    })
    expect(start).toMatchObject({ plainText: true, html: '<pre>只有文字</pre>' })
    const rich = await client.get(compose.saveDraft, { body: draftBody() })
    const other = await client.get(compose.start, {
      params: { type: 'editAgain' },
      body: { draftId: rich.draftId },
    })
    expect(other.plainText).toBe(false)
  })

  it('COMPOSE-03 a sent mail of text alone is edited again as one', async () => {
    const { mailId } = await client.get(compose.send, {
      body: mailBody({ html: '<pre>再来</pre>', plainText: true }),
    })
    const start = await client.get(compose.start, {
      params: { type: 'editAgain' },
      body: { mailId },
    })
    expect(start.plainText).toBe(true)
    expect(start.quotedHtml).toContain('再来')
  })
})
