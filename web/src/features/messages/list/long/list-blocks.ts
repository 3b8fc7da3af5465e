import { limits } from '@hongyan/contract/limits'
import type { MessagePage } from '@hongyan/contract/messages'
import type { Cursor } from '../../list-source.ts'

export const blockSize = limits.listBlock

/** A block of a long list that is read by cursors: where it begins and, once it was loaded, how many rows it has. */
export interface Block {
  cursor: Cursor
  length: number | null
}

/** How far a list without row numbers is known: one block after the other from its beginning. */
export interface Chain {
  blocks: readonly Block[]
  /** There is more behind the last block. */
  open: boolean
}

export const freshChain: Chain = { blocks: [{ cursor: null, length: null }], open: true }

/** Takes a loaded block into account; the same chain when nothing is new. */
export function learn(chain: Chain, index: number, page: MessagePage): Chain {
  const block = chain.blocks[index]
  if (!block) return chain
  const isLast = index === chain.blocks.length - 1
  const { hasMore, list, readTo } = page
  const after = readTo ?? list.at(-1)?.sortValues
  const open = isLast ? hasMore && after !== undefined : chain.open
  if (block.length === list.length && open === chain.open && !(isLast && open)) return chain
  const blocks = chain.blocks.with(index, { ...block, length: list.length })
  if (isLast && open && after !== undefined) {
    blocks.push({ cursor: { direction: 'next', sortValues: after }, length: null })
  }
  return { blocks, open }
}

/** Rows before each block, and at the end all that are known. */
export function offsets(chain: Chain): number[] {
  const sums = [0]
  for (const { length } of chain.blocks) sums.push((sums.at(-1) ?? 0) + (length ?? 0))
  return sums
}

/** The block that holds a row, by offsets; the last one for rows that are not known yet. */
export function blockOf(sums: readonly number[], row: number): number {
  let low = 0
  let high = sums.length - 2
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((sums[middle] ?? 0) <= row) low = middle
    else high = middle - 1
  }
  return Math.max(0, low)
}

/** Cursor of a block of a list whose rows have numbers. */
export const rankCursor = (block: number): Cursor =>
  block === 0 ? null : { rank: block * blockSize }
