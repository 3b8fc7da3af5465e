import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { eventually } from '../../testing/compose-helpers.ts'
import { runAs } from '../actor.ts'
import { createBudget } from '../budget.ts'
import { zipStream } from './zip.ts'

it('issue 12 line 1: a file of a zip counts as memory while it is fetched, though the answer has begun', async () => {
  const budget = createBudget({ total: 1_000_000, share: 1_000_000 })
  const going = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const bytes = async (): Promise<Buffer> => {
    await budget.hold(900_000)
    begun.resolve()
    await going.promise
    return Buffer.alloc(900_000)
  }
  // The answer was made: what is to be done at its end is done at once.
  const asker = { client: '', ip: '', account: '1', atEnd: (work: () => void) => work() }
  const zip = runAs(asker, () => zipStream([{ name: 'a', bytes }]))
  const whole = Array.fromAsync(zip)
  await begun.promise
  let isIn = false
  const other = budget.take(900_000, '2').then((release) => {
    isIn = true
    release()
  })
  for (let count = 0; count < 5; count++) await turn()
  expect(isIn).toBe(false)
  going.resolve()
  await other
  expect(Buffer.concat(await whole).length).toBeGreaterThan(100)
})

it('issue 12: a zip that breaks off leaves no file on disk, whenever that is', async () => {
  const left = async () =>
    (await readdir(tmpdir())).filter((name) => name.startsWith(`hongyan-waiting-${process.pid}-`))
  const before = await left()
  const going = Promise.withResolvers<void>()
  const large = async () => Buffer.from(randomBytes(2_000_000))
  const reader = zipStream([{ name: 'a', bytes: large }])
  // While the file is read, and while the next one is fetched.
  await once(reader, 'readable')
  reader.destroy()
  const later = async () => {
    await going.promise
    return large()
  }
  const waiting = zipStream([{ name: 'b', bytes: later }])
  waiting.destroy()
  going.resolve()
  await eventually(left, (names) => names.length === before.length)
})
