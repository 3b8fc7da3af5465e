import { deflateSync } from 'node:zlib'
import { parseMessage } from '@hongyan/mime/parse'
import { expect, it, vi } from 'vitest'
import { qrPicture } from '../../../testing/qr-picture.ts'
import { boundedWasm } from './bounded-wasm.ts'
import { codesIn } from './picture-codes.ts'

const megabyte = 1024 * 1024

/** The same picture with other bytes in place of its points. */
function withData(png: Buffer, data: Buffer): Buffer {
  const at = png.indexOf('IDAT') - 4
  const end = at + 12 + png.readUInt32BE(at)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  // Nobody who unpacks it looks at the checksum.
  return Buffer.concat([
    png.subarray(0, at),
    length,
    Buffer.from('IDAT'),
    data,
    Buffer.alloc(4),
    png.subarray(end),
  ])
}

async function codesOf(picture: Buffer): Promise<string[]> {
  const raw = Buffer.from(
    `Subject: a\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n${picture.toString('base64')}`,
  )
  return codesIn(raw, parseMessage(raw).root)
}

it('issue 12: a picture of few kilobytes that unpacks to hundreds of megabytes takes no more memory than a large one, and the next is read', async () => {
  const memories = new Set<WebAssembly.Memory>()
  const { grow } = WebAssembly.Memory.prototype
  vi.spyOn(WebAssembly.Memory.prototype, 'grow').mockImplementation(function (
    this: WebAssembly.Memory,
    pages,
  ) {
    memories.add(this)
    return grow.call(this, pages)
  })
  const honest = qrPicture('https://firm.example/pay')
  const bomb = withData(honest, deflateSync(Buffer.alloc(300 * megabyte)))
  expect(bomb.length).toBeLessThan(megabyte)
  expect(await codesOf(bomb)).toEqual([])
  expect(memories.size).toBe(1)
  for (const { buffer } of memories) expect(buffer.byteLength).toBeLessThanOrEqual(128 * megabyte)
  expect(await codesOf(honest)).toEqual(['https://firm.example/pay'])
  vi.restoreAllMocks()
})

it('issue 12: a program whose memory has no limit that could be made smaller is not run', () => {
  const head = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]
  expect(() => boundedWasm(Uint8Array.from(head), 10)).toThrow('cannot be bounded')
  expect(() => boundedWasm(Uint8Array.from([...head, 5, 3, 1, 0, 1]), 10)).toThrow()
  expect(() => boundedWasm(Uint8Array.from([...head, 5, 4, 1, 1, 20, 30]), 10)).toThrow()
  const small = boundedWasm(Uint8Array.from([...head, 5, 5, 1, 1, 1, 0x80, 2]), 10)
  expect([...small].slice(-3)).toEqual([1, 0x8a, 0])
})
