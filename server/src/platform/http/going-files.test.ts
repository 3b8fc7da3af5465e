import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { eventually } from '../../testing/compose-helpers.ts'
import { fromDisk } from './going-files.ts'

/** A file on its way out, and a look at whether its bytes are still in memory. */
async function going(size: number): Promise<{ stream: Readable; bytes: WeakRef<ArrayBufferLike> }> {
  const bytes = Buffer.allocUnsafeSlow(size)
  bytes.set(randomBytes(1_000))
  return { stream: await fromDisk(bytes), bytes: new WeakRef(bytes.buffer) }
}

it('P5 a file that goes out holds no memory while its reader takes its time', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const { stream, bytes } = await going(8_000_000)
  await eventually(
    async () => {
      collect()
      return bytes.deref() === undefined
    },
    (isGone) => isGone,
  )
  const came = (await Array.fromAsync(stream)) as Buffer[]
  expect(Buffer.concat(came)).toHaveLength(8_000_000)
  if (!stream.closed) await once(stream, 'close')
})
