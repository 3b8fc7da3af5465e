/** A map for as many entries as somebody outside chooses. */
export interface WideMap<Key, Value> {
  get(key: Key): Value | undefined
  has(key: Key): boolean
  set(key: Key, value: Value): void
  keys(): Generator<Key>
}

/** A map of this size grows in a millisecond or two. */
const entriesOfOne = 8_192

/**
 * A map that never grows in one go: one of 200,000 entries moves all of them when the next comes, which is 40 ms in which nobody
 * else is served. A look goes through some more maps for that.
 */
export function wideMap<Key, Value>(): WideMap<Key, Value> {
  const maps = [new Map<Key, Value>()]
  const holderOf = (key: Key) => maps.find((one) => one.has(key))
  return {
    get: (key) => holderOf(key)?.get(key),
    has: (key) => holderOf(key) !== undefined,
    set: (key, value) => {
      const holder = holderOf(key)
      if (holder) return void holder.set(key, value)
      const last = maps.at(-1)
      if (last && last.size < entriesOfOne) last.set(key, value)
      else maps.push(new Map([[key, value]]))
    },
    keys: function* () {
      for (const one of maps) yield* one.keys()
    },
  }
}
