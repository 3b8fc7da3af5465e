import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { limitWork, placeForThread, startThread, threadIsIdle, threadsAtOnce } from './threads.ts'

const takeAll = () => Promise.all(Array.from({ length: threadsAtOnce }, placeForThread))

it('P13 three threads of all kinds live at once; one without work ends for one that has some', async () => {
  const taken = await takeAll()
  let isIn = false
  const next = placeForThread().then((release) => {
    isIn = true
    return release
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(isIn).toBe(false)
  taken[0]?.()
  taken[0] = await next
  const ended: number[] = []
  const awake = threadIsIdle(() => ended.push(1))
  threadIsIdle(() => {
    ended.push(2)
    taken[2]?.()
  })
  // The first has work again: it is left alone.
  awake()
  taken[2] = await placeForThread()
  expect(ended).toEqual([2])
  for (const release of taken) release()
})

it('P13 a thread that has no more work gives way to who waits already, and to nobody else', async () => {
  const taken = await takeAll()
  const next = placeForThread()
  const ended: number[] = []
  threadIsIdle(() => {
    ended.push(0)
    taken[0]?.()
  })
  const awake = threadIsIdle(() => ended.push(1))
  taken[0] = await next
  expect(ended).toEqual([0])
  awake()
  for (const release of taken) release()
})

it('P13 a thread that cannot be started takes no place away', async () => {
  const failing = () =>
    startThread(() => {
      throw new Error('no thread')
    })
  for (let index = 0; index <= threadsAtOnce; index++)
    await expect(failing()).rejects.toThrow('no thread')
  const taken = await takeAll()
  for (const release of taken) release()
})

const threadOf = (work: string) =>
  new Worker(`const { parentPort } = require('node:worker_threads'); ${work}`, { eval: true })

it('P13 a thread is limited by the time that it had of a processor: one that the machine lets wait is not given up, one that works without end is', async () => {
  const limitMs = 200
  const waiting = threadOf(
    `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${3 * limitMs}); parentPort.postMessage('done')`,
  )
  let given = 0
  const stop = limitWork(waiting, limitMs, () => given++)
  expect(await once(waiting, 'message')).toEqual(['done'])
  stop()
  expect(given).toBe(0)
  const endless = threadOf('for (;;);')
  await new Promise<void>((resolve) => void limitWork(endless, limitMs, resolve))
  await endless.terminate()
})
