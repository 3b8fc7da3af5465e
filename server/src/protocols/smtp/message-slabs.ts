import type { Gate, Release } from '../../platform/gate.ts'

const firstSlab = 16 * 1024
const largestSlab = 256 * 1024

/** Bytes copied one behind the other: a message of millions of tiny pieces costs no more than its bytes. */
export interface Slabs {
  /**
   * Copies until there is much to take away.
   * @returns how many bytes were copied; null when there is no room for more
   */
  keep(bytes: Buffer, from: number): number | null
  /** True when so much is here that it has to be taken away before more comes. */
  isFull(): boolean
  /** What is here, in order; afterwards nothing is. */
  take(): Buffer[]
  /** What was taken counts until now, wherever it went. */
  giveBack(): void
}

/**
 * @param most bytes that are here at once, about
 * @param onTheWay where every byte counts that was ever kept
 */
export function createSlabs(most: number, onTheWay: Gate): Slabs {
  const counted: Release[] = []
  let slabs: Buffer[] = []
  let size = 0
  let fill = 0
  let nextSize = firstSlab

  const add = (): Buffer | null => {
    const release = onTheWay.tryTake({ amount: nextSize })
    if (!release) return null
    counted.push(release)
    const slab = Buffer.allocUnsafeSlow(nextSize)
    slabs.push(slab)
    size += nextSize
    fill = 0
    nextSize = Math.min(largestSlab, nextSize * 4)
    return slab
  }
  const isLastFull = (): boolean => slabs.at(-1)?.length === fill

  return {
    keep: (bytes, from) => {
      const last = slabs.at(-1)
      const slab = last && !isLastFull() ? last : add()
      if (!slab) return null
      const copied = bytes.copy(slab, fill, from)
      fill += copied
      return copied
    },
    isFull: () => size >= most && isLastFull(),
    take: () => {
      const taken = slabs.map((slab, at) =>
        at === slabs.length - 1 ? slab.subarray(0, fill) : slab,
      )
      slabs = []
      size = 0
      fill = 0
      return taken
    },
    giveBack: () => {
      for (const release of counted.splice(0)) release()
    },
  }
}
