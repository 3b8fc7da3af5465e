import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limits } from '@hongyan/contract/limits'
import { uploads } from '@hongyan/contract/uploads'
import { expect, it } from 'vitest'
import { connectApi } from './api.ts'
import { command, domain, endPostgres, makePeople, password, startProduct } from './product.ts'
import { createRandom } from './random.ts'

const chunk = limits.uploadChunk

it('COMPOSE-23 COMPOSE-19 an upload goes on after every kill -9 of the server, and is whole', {
  timeout: 180_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hongyan-crash-upload-'))
  const bytes = randomBytes(8 * chunk + 99)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const random = createRandom(11)
  let product = await startProduct({ folder })
  try {
    await makePeople({ folder }, ['a'])
    const body = {
      uploadKey: 'crash-upload',
      composeKey: 'crash-compose',
      fileName: 'crash.bin',
      size: bytes.length,
    }
    let acknowledged = 0
    for (let round = 0; ; round++) {
      const api = connectApi(product.httpPort)
      await api.logIn(`a@${domain}`, password)
      let { uploadId, received } = await api.get(uploads.start, body)
      // Whatever was answered is there; what was on its way may be.
      expect(received).toBeGreaterThanOrEqual(acknowledged)
      const dies = new Promise<void>((resolve) => setTimeout(resolve, random.below(60)))
      const killed = round < 3 ? dies.then(() => product.end('SIGKILL')) : null
      try {
        while (received < bytes.length) {
          const piece = bytes.subarray(received, received + chunk)
          received = await put(
            { port: product.httpPort, token: api.token, uploadId },
            received,
            piece,
          )
          acknowledged = received
        }
        const file = await api.get(uploads.finish, { uploadId, sha256 })
        expect(file.size).toBe(bytes.length)
        if (killed === null) {
          expect((await api.download(file.url)).equals(bytes)).toBe(true)
          break
        }
      } catch (thrown) {
        if (killed === null) throw thrown
      }
      await killed
      product = await startProduct({ folder })
    }
    await product.end('SIGTERM')
    const verify = await command({ folder }, ['verify'])
    expect(verify.code, verify.said).toBe(0)
  } finally {
    await product.end('SIGKILL')
    endPostgres(folder)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})

interface Line {
  port: number
  token: string
  uploadId: number
}

/** @returns what the server has then */
async function put(
  { port, token, uploadId }: Line,
  offset: number,
  piece: Uint8Array<ArrayBuffer>,
): Promise<number> {
  const form = new FormData()
  form.append('file', new File([piece], 'chunk'))
  const url = `http://127.0.0.1:${port}/api/${uploads.chunk.path}?uploadId=${uploadId}&offset=${offset}`
  const headers = { Authorization: `Bearer ${token}` }
  const response = await fetch(url, { method: 'POST', headers, body: form })
  const { data } = uploadAnswer(await response.json())
  return data.received
}

function uploadAnswer(answer: unknown): { data: { received: number } } {
  const parsed = uploads.chunk.reply.safeParse(
    typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : null,
  )
  if (!parsed.success) throw new Error(`the chunk was refused: ${JSON.stringify(answer)}`)
  return { data: parsed.data }
}
