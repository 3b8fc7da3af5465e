import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { createLog } from '../log.ts'
import { openDiskBlobs } from './disk-blobs.ts'

const packing = vi.hoisted(() => ({ now: 0, most: 0 }))
vi.mock('./blob-format.ts', async (original) => {
  const real = await original<typeof import('./blob-format.ts')>()
  return {
    ...real,
    packBlob: async (bytes: Uint8Array) => {
      packing.most = Math.max(packing.most, ++packing.now)
      return real.packBlob(bytes).finally(() => packing.now--)
    },
  }
})

it('issue 12 line 1: of large contents that are stored together two are packed at once, and each is stored', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hongyan-test-'))
  const blobs = await openDiskBlobs({ folder, log: createLog('error') })
  const list = Array.from({ length: 8 }, () => randomBytes(200_000))
  const [first = Buffer.alloc(0)] = list
  const stored = await blobs.putMany([...list, first])
  expect(packing.most).toBe(2)
  expect(stored).toHaveLength(9)
  expect(stored[8]).toEqual(stored[0])
  for (const [index, bytes] of list.entries())
    expect((await blobs.get(stored[index]?.hash ?? Buffer.alloc(0))).equals(bytes)).toBe(true)
  await rm(folder, { recursive: true })
})
