import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { compose } from '@hongyan/contract/compose'
import type { CallInput } from '@hongyan/contract/endpoint'
import { limits } from '@hongyan/contract/limits'
import { uploads } from '@hongyan/contract/uploads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyStore } from '../../../mailstore/verify/verify.ts'
import { sql } from '../../../platform/db/sql.ts'
import { deliver } from '../../../testing/builders.ts'
import { mailBody, signIn } from '../../../testing/compose-helpers.ts'
import type { HttpClient } from '../../../testing/http-client.ts'
import { type ShiftingClock, shiftingClock } from '../../../testing/shifting-clock.ts'
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts'

const chunk = limits.uploadChunk
type StartBody = CallInput<typeof uploads.start>['body']

let server: TestServer
let clock: ShiftingClock
let wei: HttpClient
let emma: HttpClient

beforeAll(async () => {
  clock = shiftingClock()
  server = await startTestServer({ clock })
  for (const name of ['wei', 'emma']) await server.addPerson({ address: `${name}@example.test` })
  wei = await signIn(server, 'wei@example.test')
  emma = await signIn(server, 'emma@example.test')
})

afterAll(() => server.stop())

const bytesOf = (size: number): Buffer<ArrayBuffer> => Buffer.from(randomBytes(size))
const shaOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const startBody = (over: Partial<StartBody> = {}): StartBody => ({
  uploadKey: randomUUID(),
  composeKey: randomUUID(),
  fileName: `${randomUUID()}.bin`,
  size: 10,
  ...over,
})

const begin = async (size: number, over: Partial<StartBody> = {}, client = wei) =>
  (await client.get(uploads.start, { body: startBody({ size, ...over }) })).uploadId

const put = (
  place: { uploadId: number; offset: number },
  bytes: Uint8Array<ArrayBuffer>,
  client = wei,
) => client.put(uploads.chunk, place, bytes)

/** Sends what is missing, as the server says. */
async function send(uploadId: number, bytes: Buffer<ArrayBuffer>, client = wei): Promise<void> {
  let { received } = await client.get(uploads.state, { query: { uploadId } })
  while (received < bytes.length) {
    const piece = bytes.subarray(received, received + chunk)
    const { data, message, error } = await put({ uploadId, offset: received }, piece, client)
    if (error) throw new Error(message)
    received = data.received
  }
}

const contentOf = async (url: string): Promise<Buffer> =>
  Buffer.from(await (await fetch(new URL(url, server.url))).arrayBuffer())

const rows = async (table: 'open_uploads' | 'upload_chunks'): Promise<number> => {
  const tables = { open_uploads: sql`open_uploads`, upload_chunks: sql`upload_chunks` }
  const [row] = await server.app.database.query(
    sql<{ n: number }>`SELECT count(*) AS n FROM ${tables[table]}`,
  )
  return row?.n ?? -1
}

const findings = async () => (await verifyStore(server.app.database, server.app.blobs)).findings

describe('uploads in chunks', () => {
  it('COMPOSE-23 a file comes in by chunks, is checked, and is an attachment like any other', async () => {
    const bytes = bytesOf(2 * chunk + 12_345)
    const uploadId = await begin(bytes.length, {
      fileName: '季度报告.PDF',
      type: 'application/pdf',
      sha256: shaOf(bytes),
    })
    await send(uploadId, bytes)
    const file = await wei.get(uploads.finish, { body: { uploadId, sha256: shaOf(bytes) } })
    expect(file).toMatchObject({
      fileName: '季度报告.PDF',
      size: bytes.length,
      type: 'application/pdf',
      contentId: null,
    })
    expect((await contentOf(file.url)).equals(bytes)).toBe(true)
    const sent = await wei.call(compose.send, { body: mailBody({ fileIds: [file.fileId] }) })
    expect(sent.code).toBe(200)
    expect(await rows('upload_chunks')).toBe(0)
    expect(await findings()).toEqual([])
  })

  it('COMPOSE-23 every call may be repeated: its answer may have been lost', async () => {
    const bytes = bytesOf(chunk + 1)
    const body = startBody({ size: bytes.length })
    const first = await wei.get(uploads.start, { body })
    expect(await wei.get(uploads.start, { body })).toEqual(first)
    const { uploadId } = first
    const head = bytes.subarray(0, chunk)
    await put({ uploadId, offset: 0 }, head)
    expect((await put({ uploadId, offset: 0 }, head)).data).toMatchObject({ received: chunk })
    expect(await wei.get(uploads.start, { body })).toMatchObject({ uploadId, received: chunk })
    await send(uploadId, bytes)
    const file = await wei.get(uploads.finish, { body: { uploadId } })
    const again = await wei.get(uploads.finish, { body: { uploadId } })
    expect(again.fileId).toBe(file.fileId)
    const state = await wei.get(uploads.state, { query: { uploadId } })
    expect(state).toMatchObject({ received: bytes.length, file: { fileId: file.fileId } })
    const other = await wei.call(uploads.start, { body: { ...body, size: 7 } })
    expect(other.error).toBe('request.invalid')
    await wei.get(compose.removeUpload, { body: { fileId: file.fileId } })
    expect((await wei.call(uploads.finish, { body: { uploadId } })).error).toBe('item.not-found')
  })

  it('COMPOSE-23 takes no other bytes for a place that is filled, and none behind a gap', async () => {
    const bytes = bytesOf(3 * chunk)
    const uploadId = await begin(bytes.length)
    await put({ uploadId, offset: 0 }, bytes.subarray(0, chunk))
    const other = await put({ uploadId, offset: 0 }, bytesOf(chunk))
    expect(other).toMatchObject({ status: 409, error: 'upload.offset' })
    const gap = await put({ uploadId, offset: 2 * chunk }, bytes.subarray(2 * chunk))
    expect(gap).toMatchObject({ status: 409, error: 'upload.offset' })
    const early = await wei.call(uploads.finish, { body: { uploadId } })
    expect(early).toMatchObject({ status: 409, error: 'upload.unfinished' })
    for (const [offset, size] of [
      [chunk, 0],
      [chunk, 1_000],
      [3 * chunk, 1],
      [3 * chunk - 5, 6],
    ] as const) {
      const wrong = await put({ uploadId, offset }, bytesOf(size))
      expect(wrong, `${size} bytes at ${offset}`).toMatchObject({ error: 'request.invalid' })
    }
    const tooLarge = await put({ uploadId, offset: chunk }, bytesOf(chunk + 1))
    expect(tooLarge).toMatchObject({ status: 413, error: 'request.too-large' })
    await send(uploadId, bytes)
    const file = await wei.get(uploads.finish, { body: { uploadId, sha256: shaOf(bytes) } })
    expect(file.size).toBe(bytes.length)
  })

  it('P15 doors-10 what is refused leaves nothing on disk, whichever way it came', async () => {
    const bytes = bytesOf(3 * chunk)
    const uploadId = await begin(bytes.length)
    await put({ uploadId, offset: 0 }, bytes.subarray(0, chunk))
    const { database, blobs } = server.app
    const late = [bytesOf(chunk), bytesOf(chunk)]
    const whole = [1, 2, 3].map(() => bytesOf(2_000))
    await database.run(sql`UPDATE accounts SET quota_bytes = used_bytes + 1000`)
    for (const [index, offset] of [0, 2 * chunk].entries()) {
      const answer = await put({ uploadId, offset }, late[index] ?? bytesOf(chunk))
      expect(answer.error).toBe('upload.offset')
    }
    const refused = await Promise.all(
      whole.map((one) => wei.upload(compose.upload, new File([one], 'a.bin'))),
    )
    expect(refused.map((one) => one.error)).toEqual(Array(3).fill('upload.full'))
    // By what it is, not by how much lies there: the server stores other things meanwhile.
    const gone = new Set([...late, ...whole].map(shaOf))
    for await (const { hash } of blobs.each()) expect(gone.has(hash.toString('hex'))).toBe(false)
    await database.run(sql`UPDATE accounts SET quota_bytes = 1000000000`)
    await wei.call(uploads.abort, { body: { uploadId } })
  })

  it('P15 parallel chunks of one upload cannot corrupt it, parallel finishes make one file', async () => {
    const bytes = bytesOf(2 * chunk)
    const uploadId = await begin(bytes.length)
    const rivals = [bytes.subarray(0, chunk), ...Array.from({ length: 7 }, () => bytesOf(chunk))]
    const answers = await Promise.all(rivals.map((one) => put({ uploadId, offset: 0 }, one)))
    expect(answers.filter((one) => one.code === 200)).toHaveLength(1)
    const won = rivals[answers.findIndex((one) => one.code === 200)] ?? bytes
    const whole = Buffer.concat([won, bytes.subarray(chunk)])
    const same = await Promise.all(
      Array.from({ length: 6 }, () => put({ uploadId, offset: chunk }, bytes.subarray(chunk))),
    )
    expect(same.map((one) => one.data?.received)).toEqual(Array(6).fill(2 * chunk))
    const files = await Promise.all(
      Array.from({ length: 6 }, () =>
        wei.get(uploads.finish, { body: { uploadId, sha256: shaOf(whole) } }),
      ),
    )
    expect(new Set(files.map((one) => one.fileId)).size).toBe(1)
    expect((await contentOf(files[0]?.url ?? '')).equals(whole)).toBe(true)
    expect(await findings()).toEqual([])
  })

  it('COMPOSE-23 an upload goes on at another process', async () => {
    const bytes = bytesOf(2 * chunk + 1)
    const uploadId = await begin(bytes.length)
    await put({ uploadId, offset: 0 }, bytes.subarray(0, chunk))
    const beside = await startTestServer({ clock, beside: server })
    try {
      const there = await signIn(beside, 'wei@example.test')
      await send(uploadId, bytes, there)
      const file = await there.get(uploads.finish, { body: { uploadId, sha256: shaOf(bytes) } })
      expect((await contentOf(file.url)).equals(bytes)).toBe(true)
    } finally {
      await beside.stop()
    }
  })

  it('COMPOSE-19 a damaged file is refused with the text, forgotten, and may come again', async () => {
    const bytes = bytesOf(chunk + 9)
    const uploadId = await begin(bytes.length)
    const damaged = Buffer.from(bytes)
    damaged.writeUInt8(damaged.readUInt8(chunk) ^ 1, chunk)
    await send(uploadId, damaged)
    const answer = await wei.call(uploads.finish, { body: { uploadId, sha256: shaOf(bytes) } })
    expect(answer).toMatchObject({
      status: 400,
      error: 'upload.integrity',
      message: '完整性校验出错，建议您删除文件后重新上传！',
    })
    const state = await wei.get(uploads.state, { query: { uploadId } })
    expect(state).toMatchObject({ received: 0, file: null })
    await send(uploadId, bytes)
    const file = await wei.get(uploads.finish, { body: { uploadId, sha256: shaOf(bytes) } })
    expect((await contentOf(file.url)).equals(bytes)).toBe(true)
    const claimed = await begin(chunk, { sha256: '0'.repeat(64) })
    await send(claimed, bytesOf(chunk))
    const other = await wei.call(uploads.finish, { body: { uploadId: claimed } })
    expect(other.error).toBe('upload.integrity')
  })

  it('COMPOSE-24 an upload that is given up is gone, for its owner alone', async () => {
    const uploadId = await begin(chunk + 1)
    await put({ uploadId, offset: 0 }, bytesOf(chunk))
    const place = { uploadId, offset: chunk }
    const foreign = [
      await emma.call(uploads.state, { query: { uploadId } }),
      await emma.call(uploads.finish, { body: { uploadId } }),
      await emma.call(uploads.abort, { body: { uploadId } }),
      await put(place, bytesOf(1), emma),
    ]
    expect(foreign.map((one) => one.error)).toEqual(Array(4).fill('item.not-found'))
    await wei.get(uploads.abort, { body: { uploadId } })
    expect((await put(place, bytesOf(1))).error).toBe('item.not-found')
    expect(await findings()).toEqual([])
  })
})

describe('what may be uploaded in chunks', () => {
  it.each([
    ['COMPOSE-14', { size: 0 }, 'upload.empty', '不能上传0kB的文件'],
    ['COMPOSE-17 LIMITS-21', { size: limits.upload + 1 }, 'upload.too-big', '请上传小于50M的文件'],
    ['COMPOSE-15', { fileName: 'a.ExE.' }, 'upload.suffix', '不支持上传该类型的文件'],
    ['ERRORS-09', { fileName: 'a\u0000b' }, 'request.invalid', ''],
  ])('%s is refused before a byte is sent: %j', async (...[, over, error, message]) => {
    const before = await rows('open_uploads')
    const answer = await wei.call(uploads.start, { body: startBody(over) })
    expect(answer.error).toBe(error)
    expect(answer.message).toContain(message)
    expect(await rows('open_uploads')).toBe(before)
  })

  it('COMPOSE-16 one name once in a mail, when it begins and when it ends', async () => {
    const composeKey = randomUUID()
    const uploadId = await begin(5, { composeKey, fileName: 'Plan.txt' })
    const twice = await wei.call(uploads.start, {
      body: startBody({ composeKey, fileName: 'PLAN.TXT' }),
    })
    expect(twice).toMatchObject({
      error: 'compose.duplicate-name',
      message: '不能重复上传同名文件',
    })
    // Another mail may have the same name, and come to be one file of this mail meanwhile.
    const { data: other } = await wei.upload(compose.upload, new File(['x'], 'plan.txt'))
    const fileIds = [other.fileId]
    const late = await wei.call(uploads.start, {
      body: startBody({ fileName: 'plan.txt', fileIds }),
    })
    expect(late.error).toBe('compose.duplicate-name')
    await put({ uploadId, offset: 0 }, bytesOf(5))
    const ended = await wei.call(uploads.finish, { body: { uploadId, fileIds } })
    expect(ended.error).toBe('compose.duplicate-name')
    expect((await wei.call(uploads.finish, { body: { uploadId } })).code).toBe(200)
  })

  it('COMPOSE-13 LIMITS-20 no 41st file, however many begin at once', async () => {
    const composeKey = randomUUID()
    const { data: first } = await wei.upload(compose.upload, new File(['x'], 'first.txt'))
    const fileIds = [first.fileId]
    const answers = await Promise.all(
      Array.from({ length: 44 }, () =>
        wei.call(uploads.start, { body: startBody({ composeKey, fileIds }) }),
      ),
    )
    expect(answers.filter((one) => one.code === 200)).toHaveLength(39)
    const refused = answers.filter((one) => one.code !== 200)
    expect(new Set(refused.map((one) => one.message))).toEqual(new Set(['附件数量不能超过40个！']))
    const { data: more } = await wei.upload(compose.upload, new File(['x'], 'more.txt'))
    const uploadId = answers.find((one) => one.code === 200)?.data.uploadId ?? 0
    await put({ uploadId, offset: 0 }, bytesOf(10))
    const body = { uploadId, fileIds: [...fileIds, more.fileId] }
    expect((await wei.call(uploads.finish, { body })).error).toBe('compose.too-many-attachments')
    for (const { data } of answers) {
      if (data) await wei.get(uploads.abort, { body: { uploadId: data.uploadId } })
    }
  })

  it('LIMITS-33 P7 one account has so many uploads under way and no more', async () => {
    await server.addPerson({ address: 'many@example.test' })
    const many = await signIn(server, 'many@example.test')
    for (let index = 0; index < limits.openUploads; index++) await begin(10, {}, many)
    const answer = await many.call(uploads.start, { body: startBody() })
    expect(answer).toMatchObject({ status: 429, error: 'request.too-many' })
  })

  it('P15 no start and no finish passes the space of the account', async () => {
    await server.addPerson({ address: 'small@example.test', quotaBytes: 100_000 })
    const small = await signIn(server, 'small@example.test')
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        small.call(uploads.start, { body: startBody({ size: 9_000 }) }),
      ),
    )
    const begun = answers.filter((one) => one.code === 200)
    expect(begun).toHaveLength(11)
    const direct = await small.upload(compose.upload, new File([bytesOf(9_000)], 'x.bin'))
    expect(direct.error).toBe('upload.full')
    const uploadId = begun[0]?.data.uploadId ?? 0
    const bytes = bytesOf(9_000)
    await put({ uploadId, offset: 0 }, bytes, small)
    // Meanwhile mail came in.
    await deliver(server, 'small@example.test', { subject: 'large', text: 'x'.repeat(4_000) })
    const full = await small.call(uploads.finish, { body: { uploadId } })
    expect(full).toMatchObject({ status: 507, error: 'upload.full' })
    await small.get(uploads.abort, { body: { uploadId: begun[1]?.data.uploadId ?? 0 } })
    expect((await small.call(uploads.finish, { body: { uploadId } })).code).toBe(200)
  })

  it('P14 a half upload is swept after a day without a chunk, never before', async () => {
    const bytes = bytesOf(2 * chunk)
    const [left, used] = [await begin(bytes.length), await begin(bytes.length)]
    for (const uploadId of [left, used])
      await put({ uploadId, offset: 0 }, bytes.subarray(0, chunk))
    clock.advance(20 * 3_600_000)
    const later = await signIn(server, 'wei@example.test')
    await put({ uploadId: used, offset: chunk }, bytes.subarray(chunk), later)
    await server.app.compose.sweep()
    expect((await later.call(uploads.state, { query: { uploadId: left } })).code).toBe(200)
    clock.advance(5 * 3_600_000)
    const next = await signIn(server, 'wei@example.test')
    await server.app.compose.sweep()
    const gone = await next.call(uploads.state, { query: { uploadId: left } })
    expect(gone.error).toBe('item.not-found')
    const file = await next.get(uploads.finish, { body: { uploadId: used, sha256: shaOf(bytes) } })
    expect(file.size).toBe(bytes.length)
    expect(await findings()).toEqual([])
  })
})
