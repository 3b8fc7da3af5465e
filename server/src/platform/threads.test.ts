import { expect, it } from 'vitest'
import { placeForThread, threadIsIdle } from './threads.ts'

it('P13 four threads of all kinds live at once; one without work ends for one that has some', async () => {
  const taken = await Promise.all(Array.from({ length: 4 }, placeForThread))
  let isIn = false
  const fifth = placeForThread().then((release) => {
    isIn = true
    return release
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(isIn).toBe(false)
  taken[0]?.()
  taken[0] = await fifth
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
