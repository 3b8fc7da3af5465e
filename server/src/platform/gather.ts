interface Waiting<V> {
  resolve(value: V | null): void
  reject(reason: unknown): void
}

type Load<V> = (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>

/**
 * Makes one look-up of all that are asked for in one turn of the event loop, and of all that are asked for while a
 * look-up is under way: under load many share one, and none is answered with what was true before it was asked.
 * @param load answers for all keys at once; a key that is missing in the answer is null
 */
export function gather<V>(load: Load<V>): (key: string) => Promise<V | null> {
  let waiting = new Map<string, Waiting<V>[]>()
  let isBusy = false

  const next = (): void => {
    isBusy = waiting.size > 0
    if (!isBusy) return
    setImmediate(() => {
      const asked = waiting
      waiting = new Map()
      void answer(load, asked).finally(next)
    })
  }

  return (key) =>
    new Promise((resolve, reject) => {
      const all = waiting.get(key)
      if (all) all.push({ resolve, reject })
      else waiting.set(key, [{ resolve, reject }])
      if (!isBusy) next()
    })
}

async function answer<V>(load: Load<V>, asked: ReadonlyMap<string, Waiting<V>[]>): Promise<void> {
  try {
    const found = await load([...asked.keys()])
    for (const [key, all] of asked) for (const { resolve } of all) resolve(found.get(key) ?? null)
  } catch (thrown) {
    for (const all of asked.values()) for (const { reject } of all) reject(thrown)
  }
}
