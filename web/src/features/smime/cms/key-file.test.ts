import { PFX } from 'pkijs'
import { expect, it } from 'vitest'
import { makeKeyPair } from '../key-pair.ts'
import { type Bytes, own } from './bytes.ts'
import { readKeyFile, writeKeyFile } from './key-file.ts'

const hostile: [string, () => Promise<Bytes>][] = [
  [
    'that lets the page count for half a minute',
    async () => {
      const pfx = PFX.fromBER(await writeKeyFile(await makeKeyPair('ann@example.test'), 'secret'))
      if (pfx.macData) pfx.macData.iterations = 0x7fffff
      return own(pfx.toSchema().toBER(false))
    },
  ],
  [
    'of half a million boxes in each other, none of which ends',
    async () => new Uint8Array(1_000_000).map((_, at) => (at % 2 ? 0x80 : 0x30)),
  ],
  [
    'of a million empty things',
    async () => {
      const bytes = new Uint8Array(2_000_000).map((_, at) => (at % 2 ? 5 : 0))
      bytes.set([0x30, 0x83, 0x1e, 0x84, 0x7b])
      return bytes
    },
  ],
]

it.each(hostile)('KEYS-04 issue 13: a .p12 file %s is no key file', async (_, make) => {
  await expect(readKeyFile(await make(), 'secret')).rejects.toMatchObject({ trouble: 'form' })
})
