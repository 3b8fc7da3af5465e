import { randomInt } from 'node:crypto'

/** A map for as many entries as somebody outside chooses; in no order. */
export interface WideMap<Key, Value> {
  get(key: Key): Value | undefined
  has(key: Key): boolean
  set(key: Key, value: Value): void
  keys(): Generator<Key>
}

const parts = 64

/**
 * A map that never grows in one go: one of 200,000 entries moves all of them when the next comes, which is 40 ms in which nobody
 * else is served. It is many small ones, and nobody outside can tell in which of them an entry lies.
 */
export function wideMap<Key extends string | number, Value>(): WideMap<Key, Value> {
  const maps = Array.from({ length: parts }, () => new Map<Key, Value>())
  const seed = randomInt(2 ** 31)
  const holderOf = (key: Key): Map<Key, Value> | undefined =>
    maps[hashOf(String(key), seed) % parts]
  return {
    get: (key) => holderOf(key)?.get(key),
    has: (key) => holderOf(key)?.has(key) ?? false,
    set: (key, value) => void holderOf(key)?.set(key, value),
    keys: function* () {
      for (const one of maps) yield* one.keys()
    },
  }
}

/** FNV-1a from a start that is made up. */
function hashOf(text: string, seed: number): number {
  let hash = seed
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
