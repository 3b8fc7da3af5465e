import { compose } from '@hongyan/contract/compose'
import { messages } from '@hongyan/contract/messages'
import { smime as smimeApi } from '@hongyan/contract/smime'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { draftBody, listFolder, mailBody, recipientsIn } from '../../../testing/compose-helpers.ts'
import type { HttpClient } from '../../../testing/http-client.ts'
import { newMailbox } from '../../../testing/mailbox.ts'
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts'

let server: TestServer
const canary = 'canaria-encrypted'

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server.stop())

const envelopedOid = '06092a864886f70d010703'
const authEnvelopedOid = '060b2a864886f70d0109100117'

/** Begins as a CMS object of this type does (RFC 5652 §3); what follows only its readers understand. */
const cms = (oid = authEnvelopedOid) =>
  Buffer.concat([Buffer.from(`30820400${oid}`, 'hex'), Buffer.alloc(1024, 7)])

async function uploaded(client: HttpClient, bytes: Buffer = cms()): Promise<number> {
  const file = new File([new Uint8Array(bytes)], 'smime.p7m')
  return (await client.upload(compose.upload, file)).data.fileId
}

const sourceOf = async (client: HttpClient, mailId: number) => {
  const detail = await client.get(messages.detail, { query: { mailId } })
  return { detail, raw: await (await fetch(server.url + detail.sourceUrl)).text() }
}

it('SENDMODES-02 the mail to encrypt comes as a MIME entity without its outer header, files and all', async () => {
  const { client } = await newMailbox(server)
  const file = await client.upload(compose.upload, new File(['in the file'], '报告.txt'))
  const body = draftBody({
    mailSubject: 'outer subject',
    html: `<p>${canary}</p>`,
    fileIds: [file.data.fileId],
  })
  const { entity } = await client.get(smimeApi.entity, { body })
  const text = Buffer.from(entity, 'base64').toString()
  const [head = ''] = text.split('\r\n\r\n')
  expect(head).toMatch(/^Content-Type: multipart\/mixed/)
  expect(head.split(/\r\n(?![ \t])/).every((line) => /^content-/i.test(line))).toBe(true)
  expect(text).not.toMatch(/outer subject|^(?:From|To|Message-ID):/im)
  expect(text).toContain(canary)
  expect(text).toContain(Buffer.from('in the file').toString('base64'))
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
})

it('SENDMODES-01 SENDMODES-02 an encrypted mail leaves as the CMS object alone, to a colleague and in the own copy, and no clear text stays', async () => {
  const [ann, ben] = [await newMailbox(server), await newMailbox(server)]
  const content = {
    mailTo: [ben.address],
    mailSubject: 'readable subject',
    html: `<p>${canary}</p>`,
    encrypt: true,
  }
  const draft = await ann.client.get(compose.saveDraft, { body: draftBody(content) })
  const sent = await ann.client.get(compose.send, {
    body: mailBody({
      ...content,
      draftId: draft.draftId,
      encryptedFileId: await uploaded(ann.client),
    }),
  })
  await recipientsIn(ann.client, sent.submissionId, 'delivered')
  const { list } = await listFolder(ben.client, 'inbox')
  for (const [client, mailId] of [
    [ben.client, list[0]?.mailId ?? 0],
    [ann.client, sent.mailId],
  ] as const) {
    const { detail, raw } = await sourceOf(client, mailId)
    expect(detail).toMatchObject({
      smime: 'encrypted',
      mailSubject: 'readable subject',
      text: null,
    })
    expect(raw).toMatch(
      /^Content-Type: application\/pkcs7-mime; smime-type=authEnveloped-data;\s+name=smime\.p7m/m,
    )
    expect(raw).toMatch(/^Content-Transfer-Encoding: base64/m)
    expect(raw).toContain(cms().toString('base64').slice(0, 60))
    expect(raw).not.toContain(canary)
    expect(raw).not.toContain(Buffer.from(canary).toString('base64').slice(0, 16))
  }
  expect((await listFolder(ann.client, 'drafts')).list).toEqual([])
  const answer = await ben.client.get(compose.start, {
    params: { type: 'reply' },
    body: { mailId: list[0]?.mailId ?? 0 },
  })
  expect(answer).toMatchObject({ encrypt: true, mailTo: [{ address: ann.address }] })
})

it('SENDMODES-01 a mail that was to be encrypted never leaves in clear, and nothing is lost', async () => {
  const { client } = await newMailbox(server)
  const body = () => mailBody({ encrypt: true })
  const tries = [
    [await client.call(compose.send, { body: body() }), 'encrypt.missing'],
    [await send(client, Buffer.from('From: a\r\n\r\nclear text')), 'encrypt.bad-form'],
    [await send(client, cms('06092a864886f70d010702')), 'encrypt.bad-form'],
  ] as const
  for (const [answer, error] of tries) expect(answer).toMatchObject({ status: 400, error })
  expect((await listFolder(client, 'sent')).list).toEqual([])
  expect((await send(client, cms(envelopedOid))).status).toBe(200)
})

const send = async (client: HttpClient, bytes: Buffer) =>
  client.call(compose.send, {
    body: mailBody({ encrypt: true, encryptedFileId: await uploaded(client, bytes) }),
  })

it('SENDMODES-01 blind recipients, separate sending and mail authorisation are refused beside encryption, before and at sending', async () => {
  const { client } = await newMailbox(server)
  const mixes = [
    [{ mailBcc: ['blind@other.test'] }, 'encrypt.blind'],
    [{ isSeparate: true }, 'encrypt.separate'],
    [{ authorisation: { readCount: 1, validDays: 1 } }, 'encrypt.authorised'],
  ] as const
  for (const [mix, error] of mixes) {
    const part = { ...mix, mailBcc: [...('mailBcc' in mix ? mix.mailBcc : [])], encrypt: true }
    expect(await client.call(smimeApi.entity, { body: draftBody(part) })).toMatchObject({ error })
    const encryptedFileId = await uploaded(client)
    const sent = await client.call(compose.send, { body: mailBody({ ...part, encryptedFileId }) })
    expect(sent).toMatchObject({ status: 400, error })
  }
})

it('SENDMODES-01 an encrypted mail that is taken back is the clear draft again, still to be encrypted', async () => {
  const { client, address } = await newMailbox(server)
  const scheduledTime = new Date(Date.now() + 3_600_000).toISOString()
  const sent = await client.get(compose.send, {
    body: mailBody({
      mailTo: [address],
      html: `<p>${canary}</p>`,
      encrypt: true,
      encryptedFileId: await uploaded(client),
      scheduledTime,
    }),
  })
  expect(sent.state).toBe('scheduled')
  const { draftId } = await client.get(compose.cancel, {
    body: { submissionId: sent.submissionId },
  })
  const again = await client.get(compose.start, {
    params: { type: 'editAgain' },
    body: { draftId: draftId ?? 0 },
  })
  expect(again).toMatchObject({ encrypt: true, html: `<p>${canary}</p>` })
})

it('SENDMODES-15 KEYS-07 with either switch off nothing is encrypted, and a mail that was to be is refused', async () => {
  const { client } = await newMailbox(server)
  const encryptedFileId = await uploaded(client)
  const { settings, directory } = server.app
  const organisation = (await directory.organisation())?.id ?? (0 as never)
  for (const key of ['smimeEnable', 'secretModeEnable'] as const) {
    await settings.turn(organisation, key, false)
    try {
      const body = mailBody({ encrypt: true, encryptedFileId })
      expect(await client.call(compose.send, { body })).toMatchObject({ error: 'keys.off' })
      expect(await client.call(smimeApi.entity, { body: draftBody() })).toMatchObject({
        error: 'keys.off',
      })
    } finally {
      await settings.turn(organisation, key, true)
    }
  }
  expect((await listFolder(client, 'sent')).list).toEqual([])
})

it("SENDMODES-02 another user's uploaded object is not there for one", async () => {
  const [ann, ben] = [await newMailbox(server), await newMailbox(server)]
  const encryptedFileId = await uploaded(ann.client)
  const body = mailBody({ encrypt: true, encryptedFileId })
  expect(await ben.client.call(compose.send, { body })).toMatchObject({
    status: 404,
    error: 'item.not-found',
  })
})

it('READ-07 what of a mail is S/MIME is told by its structure: whole, signed, or a part only', async () => {
  const { client, address } = await newMailbox(server)
  const p7m = 'Content-Transfer-Encoding: base64\r\n\r\nMAA='
  const signed = `Content-Type: multipart/signed; protocol="application/pkcs7-signature"; boundary=s\r\n\r\n--s\r\n\r\ntext\r\n--s\r\nContent-Type: application/pkcs7-signature\r\n\r\nMAA=\r\n--s--\r\n`
  const forms: [string, string | null][] = [
    [
      `Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m\r\n${p7m}`,
      'encrypted',
    ],
    [`Content-Type: application/x-pkcs7-mime; name=smime.p7m\r\n${p7m}`, 'encrypted'],
    [`Content-Type: application/octet-stream; name=smime.p7m\r\n${p7m}`, 'encrypted'],
    [
      `Content-Type: application/pkcs7-mime; smime-type=signed-data; name=smime.p7m\r\n${p7m}`,
      'opaque',
    ],
    [signed, 'signed'],
    [
      `Content-Type: multipart/mixed; boundary=m\r\n\r\n--m\r\n\r\nover it\r\n--m\r\n${signed}\r\n--m--\r\n`,
      'part',
    ],
    [
      `Content-Type: multipart/mixed; boundary=m\r\n\r\n--m\r\nContent-Type: text/html\r\n\r\n<img src="http://evil.test/\r\n--m\r\nContent-Type: application/pkcs7-mime; smime-type=enveloped-data\r\n${p7m}\r\n--m--\r\n`,
      'part',
    ],
    ['Content-Type: text/plain\r\n\r\nplain', null],
  ]
  const { mailstore, directory } = server.app
  const account = (await directory.findRecipient(address))?.accountId
  for (const [body, smime] of forms) {
    const raw = Buffer.from(`From: x@other.test\r\nTo: ${address}\r\nMIME-Version: 1.0\r\n${body}`)
    const [stored] = await mailstore.deliver(await mailstore.prepare(raw), [
      { accountId: account ?? (0 as never), folder: 'inbox', receivedAt: new Date() },
    ])
    const mailId = stored?.kind === 'stored' ? stored.messageId : 0
    const detail = await client.get(messages.detail, { query: { mailId } })
    expect([body, detail.smime]).toEqual([body, smime])
  }
})
