import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { asId } from '../../../platform/ids.ts'
import { createUploads } from './uploads.service.ts'
import type { WaitingFiles } from './waiting-files.ts'

it('issue 12 line 1: a file that was stored is not kept in memory, and a large one is hashed in turns', async () => {
  const bytes = Buffer.allocUnsafeSlow(4_000_000).fill('x')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  let stored = 0
  const keep = async (): Promise<void> => {
    stored = bytes.length
  }
  const files = { keep } as unknown as WaitingFiles
  let turns = 0
  let isOver = false
  const count = (): void => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const file = { fileName: 'a.txt', type: 'text/plain', bytes, fields: { sha256 } }
  await createUploads(files).addFile(asId(1), async () => file, [])
  isOver = true
  expect(stored).toBe(4_000_000)
  expect(bytes.length).toBe(0)
  expect(turns).toBeGreaterThanOrEqual(3)
})
