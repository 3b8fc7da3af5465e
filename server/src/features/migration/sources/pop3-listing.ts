import { createHash } from 'node:crypto'
import { limits } from '@hongyan/contract/limits'
import { inSteps, sortInTurns } from '../../../platform/sort-in-turns.ts'
import { type WideMap, wideMap } from '../../../platform/wide-map.ts'
import { type SourceMessage, SourceTrouble } from './source.ts'

/** Lines of LIST or UIDL. */
const mostLines = 200_000
/** A line has 512 bytes (RFC 1939 §3); of a longer one no more than this is looked at. */
const mostLooked = 16 * 1024
/** So many bytes of a line are one small step. */
const stepBytes = 32

/**
 * Numbers, sizes and unique ids of all messages, of those too that one of the two lists leaves out. Who gives no unique
 * ids at all cannot be asked twice without doubles. Many lines take many turns of the loop: the other side chooses them
 * (T24). @throws SourceTrouble
 */
export async function messagesOf(list: Buffer, uidl: Buffer): Promise<SourceMessage[]> {
  const sizes = await pairsOf(list)
  const ids = await pairsOf(uidl)
  const pause = inSteps()
  for (const number of ids.keys()) {
    if (!sizes.has(number)) sizes.set(number, '')
    await pause()
  }
  const numbers: number[] = []
  for (const number of sizes.keys()) {
    numbers.push(number)
    await pause()
  }
  const nameOf = namer()
  const messages: SourceMessage[] = []
  for (const number of await sortInTurns(numbers, (one, other) => one - other)) {
    const said = sizeOf(sizes.get(number) ?? '')
    const id = ids.get(number)
    // What may be as large as any is fetched alone, and is not cut short.
    const size = said === 0 ? { size: limits.message, isSizeUnknown: true } : { size: said }
    const about = { cursor: number, ...size, flags: [], at: null }
    // No unique id has a space in it (RFC 1939 §7).
    if (id) messages.push({ ...about, uid: nameOf(id, said) })
    else messages.push({ ...about, uid: `no UIDL ${number}`, isUnnamed: true })
    await pause()
  }
  return messages
}

/** 0: nothing that is a size was said. No mail has none. */
const sizeOf = (word: string): number => (/^\d{1,15}$/.test(word) ? Number(word) : 0)

/**
 * Equal mails may have one id (RFC 1939 §7), and other servers give one to different mails: the further ones have their
 * size in their names, so that a name means the same mail when another of them is gone.
 */
function namer() {
  const met = wideMap<string, number>()
  const timesOf = (name: string): number => {
    const times = (met.get(name) ?? 0) + 1
    met.set(name, times)
    return times
  }
  return (id: string, size: number): string => {
    if (timesOf(id) === 1) return id
    const name = `${id} ${size}`
    const times = timesOf(name)
    return times === 1 ? name : `${name} ${times}`
  }
}

/** What stands behind each number; '' for nothing. */
async function pairsOf(bytes: Buffer): Promise<WideMap<number, string>> {
  const pairs = wideMap<number, string>()
  const pause = inSteps()
  let lines = 0
  for (let from = 0; from < bytes.length; ) {
    if (++lines > mostLines) throw new SourceTrouble('line')
    const found = bytes.indexOf(0x0a, from)
    const end = found < 0 ? bytes.length : found
    const last = Math.min(end, from + mostLooked)
    const number = /^(\d{1,9})(?=\s|$)/.exec(
      bytes.toString('latin1', from, Math.min(last, from + 10)),
    )
    if (number?.[1]) pairs.set(Number(number[1]), wordAt(bytes, from + number[1].length, last))
    await pause(1 + Math.floor((last - from) / stepBytes))
    from = end + 1
  }
  return pairs
}

/** As it is where it is a word of RFC 1939 §7; its hash where it is longer or strange: servers of that kind there are. */
function wordAt(bytes: Buffer, from: number, end: number): string {
  const word = bytes.toString('latin1', from, end).trim()
  if (word === '' || /^[\x21-\x7e]{1,200}(?: .*)?$/.test(word)) return word.split(' ')[0] ?? ''
  return `sha256-${createHash('sha256').update(word, 'latin1').digest('hex')}`
}
