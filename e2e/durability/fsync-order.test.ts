import { expect, it } from 'vitest'
import { canTrace, runFsyncOrder } from './fsync-run.ts'
import { readStrace } from './strace-lines.ts'

it.skipIf(!canTrace())(
  'P2 bytes, name, folder and database log are on the disk, in this order, before the sender reads 250',
  { timeout: 90_000 },
  async () => {
    const { steps, wrong } = await runFsyncOrder()
    expect(wrong).toEqual([])
    expect(steps).toHaveLength(6)
  },
)

it('P2 a call that another thread interrupted in the trace is read as one', () => {
  const calls = readStrace(
    '7 1.000000 fsync(3</a> <unfinished ...>\n8 1.100000 write(1, "x", 1) = 1 <0.000010>\n7 1.200000 <... fsync resumed>) = 0 <0.200000>\n',
  )
  expect(calls.map(({ name, args, result }) => [name, args, result])).toEqual([
    ['write', '1, "x", 1', '1'],
    ['fsync', '3</a>', '0'],
  ])
})
