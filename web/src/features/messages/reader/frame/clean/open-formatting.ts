import type { Markup } from './tag-scan.ts'

/** Those that a browser opens again when the block around them was closed before they were (§13.2.4.3). */
const formatting = new Set('a b big code em font i nobr s small strike strong tt u'.split(' '))
/** What neither begins nor ends a block. */
const inline = new Set(
  'span br img wbr hr input label abbr sub sup area base embed link meta param source track option'.split(
    ' ',
  ),
)
/** What is opened in them ends with them, and what was open before is not opened again in them. */
const cells = new Set(['td', 'th', 'caption'])
const tableParts = new Set('tr tbody thead tfoot colgroup col'.split(' '))
/** They end another of their kind before them. */
const rows = new Set(['p', 'li', 'dt', 'dd'])

/** Of elements that are all the same a browser keeps the last three open. */
const mostAlike = 3

interface Block {
  name: string
  /** How much formatting lay around it when it began. */
  around: number
  /** The place of its first formatting in the list: what was opened before a cell does not count in it. */
  floor: number
}

interface Tag extends Pick<Markup, 'name' | 'isEnd'> {
  /** As it is written: those alike are the same. */
  source: string
}

/**
 * Counts what a browser makes anew of formatting that nobody closed: 300 `<font>` in one paragraph are 300 more elements in
 * each that follows.
 */
export function openFormatting() {
  let blocks: Block[] = []
  const list: Pick<Tag, 'name' | 'source'>[] = []
  let floor = 0
  /** Of the list: what is around the place that is read. The rest is made anew at the next text. */
  let around = 0

  const end = (at: number): number => {
    const block = blocks[at]
    if (!block) return 0
    blocks = blocks.slice(0, at)
    const reopened = Math.max(0, list.length - floor - block.around)
    around = block.around
    if (!cells.has(block.name)) return reopened
    list.length = floor
    floor = block.floor
    return 0
  }
  const lastOf = (isIt: (name: string) => boolean): number =>
    blocks.findLastIndex(({ name }) => isIt(name))
  const begin = (name: string): number => {
    const cell = lastOf((one) => cells.has(one))
    const table = lastOf((one) => one === 'table')
    const isPart = cells.has(name) || tableParts.has(name)
    // Nobody heeds a part of a table that is not there.
    if (isPart && table < 0) return 0
    let count = isPart && cell > table ? end(cell) : 0
    if (tableParts.has(name)) return count
    const before = lastOf((one) => one === (rows.has(name) ? name : 'p'))
    if (before > cell && !isPart) count += end(before)
    blocks.push({ name, around, floor })
    if (cells.has(name)) {
      floor = list.length
      around = 0
    }
    return count
  }
  const format = ({ name, isEnd, source }: Tag): void => {
    if (isEnd) {
      const at = list.findLastIndex((one) => one.name === name)
      if (at >= floor) list.splice(at, 1)
      around = Math.min(around, list.length - floor)
      return
    }
    const alike = list.flatMap((one, at) => (at >= floor && one.source === source ? [at] : []))
    if (alike.length >= mostAlike) list.splice(alike[0] ?? 0, 1)
    list.push({ name, source })
    around = list.length - floor
  }
  /** @returns how many elements it may bring back */
  return (tag: Tag): number => {
    if (inline.has(tag.name)) return 0
    if (!formatting.has(tag.name))
      return tag.isEnd ? end(lastOf((one) => one === tag.name)) : begin(tag.name)
    format(tag)
    return 0
  }
}
