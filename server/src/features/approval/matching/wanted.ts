import type { ApprovalRule } from '@hongyan/contract/approval-fields'
import { copyInTurns, turnForBulk } from '../../../platform/in-turns.ts'

/** What a rule looks for in what a mail says. */
export interface Wanted {
  words: readonly string[]
  /** Names of word lists; one that is gone is found nowhere. */
  lists: readonly string[]
  patterns: ApprovalRule['patterns']
  /** Where they are looked for; empty: everywhere. */
  places: ApprovalRule['places']
}

/** By name. */
export type WordLists = ReadonlyMap<string, readonly string[]>

/** What all rules look for: each list once, however many name it. */
export interface AllWanted {
  rules: readonly Wanted[]
  lists: WordLists
}

/** The same as it travels to threads: its bytes are shared by all of them, and who has read it knows it again by its number. */
export interface WantedBytes {
  id: number
  bytes: Uint8Array<SharedArrayBuffer>
}

/** Words that are written in one turn of the loop. */
const writtenInOneGo = 1_000

let written = 0

/** Others are served in between: an organisation may look for twenty thousand words, by many rules. */
export async function writeWanted({ rules, lists }: AllWanted): Promise<WantedBytes> {
  const named = new Set(rules.flatMap((rule) => rule.lists))
  const pieces: Buffer[] = []
  const write = (text: string): void => void pieces.push(Buffer.from(text))
  const writeWords = async (words: readonly string[]): Promise<void> => {
    write('[')
    for (let at = 0; at < words.length; at += writtenInOneGo) {
      await turnForBulk()
      const some = JSON.stringify(words.slice(at, at + writtenInOneGo)).slice(1, -1)
      write(at > 0 ? `,${some}` : some)
    }
    write(']')
  }
  write('{"lists":[')
  for (const [at, name] of [...lists.keys()].filter((one) => named.has(one)).entries()) {
    write(`${at > 0 ? ',' : ''}[${JSON.stringify(name)},`)
    await writeWords(lists.get(name) ?? [])
    write(']')
  }
  write('],"rules":[')
  for (const [at, { words, ...rest }] of rules.entries()) {
    write(`${at > 0 ? ',' : ''}{"words":`)
    await writeWords(words)
    write(`,${JSON.stringify(rest).slice(1)}`)
  }
  write(']}')
  return { id: ++written, bytes: await together(pieces) }
}

async function together(pieces: readonly Buffer[]): Promise<WantedBytes['bytes']> {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const bytes = new Uint8Array(new SharedArrayBuffer(length))
  let at = 0
  for (const piece of pieces) {
    await copyInTurns(piece, bytes.subarray(at))
    at += piece.length
  }
  return bytes
}

export function readWanted({ bytes }: WantedBytes): AllWanted {
  const { rules, lists } = JSON.parse(Buffer.from(bytes.buffer).toString()) as {
    rules: Wanted[]
    lists: [string, string[]][]
  }
  return { rules, lists: new Map(lists) }
}
