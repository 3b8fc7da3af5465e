import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { runAs } from './actor.ts'
import { createGate, type Release } from './gate.ts'

/** Takes in the background; the order of those let in is written down. */
function bench(gate: ReturnType<typeof createGate>) {
  const order: string[] = []
  const releases: Release[] = []
  return {
    order,
    /** `who` is the letter that a name begins with. */
    ask: (name: string, amount = 1, signal?: AbortSignal) =>
      gate.take({ who: name.charAt(0), amount, signal }).then(
        (release) => {
          order.push(name)
          releases.push(release)
        },
        () => void order.push(`${name} left`),
      ),
    freeOne: async () => {
      releases.shift()?.()
      await turn()
    },
  }
}

describe('the gate', () => {
  it('takes turns by account, so that one with many requests waits for its own', async () => {
    const { ask, order, freeOne } = bench(createGate({ total: 1 }))
    for (const name of ['a1', 'a2', 'a3', 'a4']) void ask(name)
    void ask('b1')
    void ask('c1')
    for (let count = 0; count < 6; count++) await freeOne()
    expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4'])
  })

  it('gives no account more than its share, and room to others at once', async () => {
    const { ask, order, freeOne } = bench(createGate({ total: 10, share: 4 }))
    void ask('a1', 3)
    void ask('a2', 3)
    void ask('b1', 3)
    await turn()
    expect(order).toEqual(['a1', 'b1'])
    await freeOne()
    expect(order).toEqual(['a1', 'b1', 'a2'])
  })

  it('never passes its total: what is larger goes alone, and is not passed over for ever', async () => {
    const { ask, order, freeOne } = bench(createGate({ total: 10 }))
    void ask('a', 6)
    void ask('b huge', 25)
    void ask('c', 1)
    await turn()
    expect(order).toEqual(['a'])
    await freeOne()
    expect(order).toEqual(['a', 'b huge'])
    await freeOne()
    expect(order).toEqual(['a', 'b huge', 'c'])
  })

  it('forgets who has gone, whether asked for outright or by the request they belong to', async () => {
    const gate = createGate({ total: 1 })
    const { ask, order, freeOne } = bench(gate)
    void ask('a')
    const client = new AbortController()
    void ask('b gone', 1, client.signal)
    const request = new AbortController()
    const actor = { client: '', ip: '', account: '7', signal: request.signal }
    const refused = runAs(actor, () => gate.take()).then(
      () => 'in',
      () => 'left',
    )
    void ask('c')
    client.abort()
    request.abort()
    expect(await refused).toBe('left')
    await freeOne()
    expect(order).toEqual(['a', 'b gone left', 'c'])
    await expect(runAs(actor, () => gate.take())).rejects.toThrow()
  })

  it('is free again after an error and is let go only once', async () => {
    const gate = createGate({ total: 2 })
    await expect(gate.run(() => Promise.reject(new Error('no')), { amount: 2 })).rejects.toThrow(
      'no',
    )
    const release = gate.tryTake({ amount: 2 })
    expect(gate.tryTake()).toBeNull()
    release?.()
    release?.()
    expect(gate.tryTake({ amount: 2 })).not.toBeNull()
    expect(gate.tryTake()).toBeNull()
  })
})
