import { randomUUID } from 'node:crypto'
import { compose } from '@hongyan/contract/compose'
import { limits } from '@hongyan/contract/limits'
import { uploads } from '@hongyan/contract/uploads'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mailBody, signIn } from '../../testing/compose-helpers.ts'
import type { HttpClient } from '../../testing/http-client.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer
let wei: HttpClient

beforeAll(async () => {
  server = await startTestServer()
  await server.addPerson({ address: 'wei@example.test' })
  wei = await signIn(server, 'wei@example.test')
})

afterAll(() => server.stop())

const send = (over: Parameters<typeof mailBody>[0]) =>
  wei.call(compose.send, { body: mailBody(over) })

it('LIMITS-17 a subject has at most 255 characters, as people count them', async () => {
  expect((await send({ mailSubject: '鸿'.repeat(255) })).code).toBe(200)
  expect((await send({ mailSubject: '🦢'.repeat(255) })).code).toBe(200)
  const long = await send({ mailSubject: `${'鸿'.repeat(255)}雁` })
  expect(long).toMatchObject({
    error: 'compose.subject-long',
    message: '主题文字允许在255字以内',
  })
})

it('LIMITS-20 a mail has at most 40 attachments', async () => {
  const fileIds: number[] = []
  for (let index = 0; index < 41; index++) {
    const { data } = await wei.upload(compose.upload, new File([`${index}`], `f${index}.txt`))
    fileIds.push(data.fileId)
  }
  expect(await send({ fileIds })).toMatchObject({
    error: 'compose.too-many-attachments',
    message: '附件数量不能超过40个！',
  })
  expect((await send({ fileIds: fileIds.slice(0, 40) })).code).toBe(200)
})

it('LIMITS-21 a file has at most 50M, a picture of the body 2M', async () => {
  const start = (size: number) =>
    wei.call(uploads.start, {
      body: {
        uploadKey: randomUUID(),
        composeKey: randomUUID(),
        fileName: 'large.bin',
        size,
      },
    })
  const [most, over] = [await start(50 * 1024 * 1024), await start(50 * 1024 * 1024 + 1)]
  expect(most.code).toBe(200)
  expect(over).toMatchObject({ error: 'upload.too-big', message: '请上传小于50M的文件' })
  await wei.get(uploads.abort, { body: { uploadId: most.data.uploadId } })

  const png = Buffer.from('89504e470d0a1a0a', 'hex')
  const picture = (size: number) => {
    const bytes = new Uint8Array(Buffer.concat([png, Buffer.alloc(size - png.length)]))
    return wei.upload(compose.uploadPicture, new File([bytes], 'p.png'))
  }
  expect((await picture(limits.picture)).code).toBe(200)
  expect(await picture(2 * 1024 * 1024 + 1)).toMatchObject({
    error: 'upload.picture-too-big',
    message: '请上传小于2M的文件',
  })
})
