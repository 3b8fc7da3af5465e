import { deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { isModest } from './object-streams.ts'

const mega = 1024 * 1024

function fileOf(streams: readonly Buffer[], type = 'ObjStm', filter = 'FlateDecode'): Buffer {
  const parts = streams.flatMap((packed, at) => [
    Buffer.from(`${at} 0 obj\n<< /Type /${type} /Filter /${filter} >>\nstream\r\n`),
    packed,
    Buffer.from('\nendstream\nendobj\n'),
  ])
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), ...parts])
}
const zeros = (bytes: number): Buffer => deflateSync(Buffer.alloc(bytes))

it('issue 17 a PDF is read no further where one of its streams, or all together, unpack to too much', () => {
  expect(isModest(fileOf([zeros(mega), zeros(20 * mega)]))).toBe(true)
  expect(isModest(fileOf([zeros(65 * mega)]))).toBe(false)
  // What kind of stream it is a name may hide.
  expect(isModest(fileOf([zeros(65 * mega)], 'Obj#53tm'))).toBe(false)
  const sixty = zeros(60 * mega)
  expect(isModest(fileOf([sixty, sixty, sixty, sixty]))).toBe(true)
  expect(isModest(fileOf([sixty, sixty, sixty, sixty, sixty]))).toBe(false)
  expect(isModest(fileOf([zeros(10)], 'ObjStm', 'LZWDecode'))).toBe(false)
  expect(isModest(Buffer.from('%PDF-1.7\nnothing'))).toBe(true)
})
