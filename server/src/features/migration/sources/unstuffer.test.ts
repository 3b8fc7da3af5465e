import { expect, it } from 'vitest'
import { createUnstuffer } from './unstuffer.ts'

const megabyte = 1024 * 1024

it('MIGRATION-09 dots are undone wherever the chunks are cut, and what comes behind the end is given back', () => {
  const answer = Buffer.from('a\r\n..b\r\n.\rc\r\n\n.d\n\r\n.\r\n+OK next')
  for (let size = 1; size <= answer.length; size++) {
    const reader = createUnstuffer(1_000)
    let left: Buffer | null = null
    let at = 0
    while (!left && at < answer.length) {
      left = reader.take(answer.subarray(at, at + size))
      at += size
    }
    const whole = Buffer.concat(reader.slabs() ?? []).toString()
    expect(whole).toBe('a\r\n.b\r\n\rc\r\n\nd\n\r\n')
    expect(`${left?.toString()}${answer.subarray(at).toString()}`).toBe('+OK next')
  }
})

it('T24 MIGRATION-09 millions of tiny lines hold no objects of their own, and there are not more bytes than asked for', () => {
  const reader = createUnstuffer(8 * megabyte)
  const chunk = Buffer.alloc(64 * 1024, 0x0a)
  const before = process.memoryUsage().heapUsed
  for (let at = 0; at < 64; at++) reader.take(chunk)
  // 4 million lines; each as an object of its own would be hundreds of megabytes.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(64 * megabyte)
  expect(Buffer.concat(reader.slabs() ?? []).length).toBe(4 * megabyte)
  for (let at = 0; at < 65; at++) expect(reader.take(chunk)).toBeNull()
  expect(reader.slabs()).toBeNull()
  expect(reader.isTooLarge()).toBe(true)
  // What is too large is passed over, so that the next answer is understood.
  expect(reader.take(Buffer.from('.\r\n+OK'))?.toString()).toBe('+OK')
})

it('T24 MIGRATION-09 lines of two bytes, each with a dot that goes, are copied without a call for each', () => {
  const chunk = Buffer.from('..\r\n'.repeat(4_096))
  const copies = (count: number): number => {
    const reader = createUnstuffer(64 * megabyte)
    const { copy } = Buffer.prototype
    let calls = 0
    Buffer.prototype.copy = function (this: Buffer, ...args: Parameters<typeof copy>) {
      calls++
      return copy.apply(this, args)
    }
    for (let at = 0; at < count; at++) reader.take(chunk)
    Buffer.prototype.copy = copy
    expect(Buffer.concat(reader.slabs() ?? []).length).toBe(count * 4_096 * 3)
    return calls
  }
  // Not a call for each line.
  expect(copies(64)).toBeLessThan(64 * 10)
})
