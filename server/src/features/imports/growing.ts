import { freeNow } from '../../platform/in-turns.ts'

/** Bytes that come in pieces of any size, in blocks that fill one after the other: pieces of no bytes cost nothing. */
export interface Growing {
  add(bytes: Buffer): void
  size(): number
  /** All of it in memory of its own, never twice there meanwhile; nothing is left here. */
  whole(): Buffer
  drop(): void
}

const firstBlock = 16 * 1024
const largestBlock = 1024 * 1024

export function createGrowing(): Growing {
  let blocks: Buffer[] = []
  let used = 0
  /** Free bytes at the end of the last block. */
  let room = 0
  const lastBlock = (): Buffer => {
    const last = blocks.at(-1)
    if (last && room > 0) return last
    room = Math.min(Math.max(firstBlock, used), largestBlock)
    const block = Buffer.allocUnsafeSlow(room)
    blocks.push(block)
    return block
  }
  const drop = (): void => {
    for (const block of blocks) freeNow(block)
    blocks = []
    used = 0
    room = 0
  }
  return {
    add: (bytes) => {
      for (let at = 0; at < bytes.length; ) {
        const block = lastBlock()
        const copied = bytes.copy(block, block.length - room, at)
        at += copied
        used += copied
        room -= copied
      }
    },
    size: () => used,
    whole: () => {
      const own = Buffer.allocUnsafeSlow(used)
      let at = 0
      for (const block of blocks) {
        at += block.copy(own, at)
        freeNow(block)
      }
      blocks = []
      drop()
      return own
    },
    drop,
  }
}
