interface Waiting<V> {
  resolve(value: V | null): void
  reject(reason: unknown): void
}

/**
 * Makes one look-up of all that are asked for in one turn of the event loop.
 * @param load answers for all keys at once; a key that is missing in the answer is null
 */
export function gather<V>(
  load: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
): (key: string) => Promise<V | null> {
  let waiting = new Map<string, Waiting<V>[]>()

  const flush = async (): Promise<void> => {
    const asked = waiting
    waiting = new Map()
    try {
      const found = await load([...asked.keys()])
      for (const [key, all] of asked) for (const { resolve } of all) resolve(found.get(key) ?? null)
    } catch (thrown) {
      for (const all of asked.values()) for (const { reject } of all) reject(thrown)
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.size === 0) setImmediate(() => void flush())
      waiting.set(key, [...(waiting.get(key) ?? []), { resolve, reject }])
    })
}
