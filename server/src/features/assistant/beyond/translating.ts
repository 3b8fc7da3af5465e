import type { ErrorCode, Language } from '@hongyan/contract/errors'
import { AppError } from '../../../platform/errors.ts'
import type { AssistantOptions } from '../assistant-options.ts'
import type { FurtherWish } from '../tickets.ts'
import type { Further } from './further.ts'
import { hearModel } from './hear-model.ts'
import { strangeAddresses } from './strange-addresses.ts'

type Asked = Further<Extract<FurtherWish, { is: 'translate' }>>

interface Piece {
  at: number
  text: string
}

/** Characters of one question to the model; the first is short, so that something is there soon. */
const batchLength = { first: 700, later: 2_400 }
const names: Record<Language, string> = { zh: 'Chinese (simplified)', en: 'English' }

/**
 * The pieces of a mail in the other language, as they come. Only pieces that stand in the mail as it is stored are sent; the page puts each
 * where its original stands, so that no markup is ever the model's. What has no letter has no other language, and stays here: a number
 * that is cut into pieces would not be known as one.
 * @throws assistant.protected, item.not-found
 */
export async function translate(
  options: AssistantOptions,
  asked: Asked,
): Promise<ErrorCode | null> {
  const { caller, wish, further, answering } = asked
  if (!wish.mail) throw new AppError('item.not-found')
  const { type } = wish
  const mail = await options.mails.read(caller, wish.mail, { type, signal: answering.signal })
  const known = bare(`${mail.subject}\n${mail.text}`)
  const asWhole = further.pieces.map((text, at) => ({ at, text: oneLine(text) }))
  const worded = asWhole.filter(({ text }) => /\p{L}/u.test(text))
  const pieces = worded.filter(({ text }) => known.includes(bare(text)))
  let missed = worded.length - pieces.length
  for (const batch of batchesOf(pieces)) {
    const { done, error } = await translateBatch(options, asked, batch)
    missed += batch.length - done.length
    if (done.length > 0) await answering.say({ pieces: done })
    if (error !== null) return error
  }
  if (missed > 0) await answering.say({ missed })
  return null
}

/** Once more where the answer is not piece for piece what was asked for. */
async function translateBatch(options: AssistantOptions, asked: Asked, batch: readonly Piece[]) {
  for (let tries = 0; tries < 2; tries++) {
    const { text, error } = await hearModel(options, asked, {
      task: `Translate every numbered line into ${names[asked.further.to]}. Answer with the same numbers in the same order, each on a line of its own, as in "[1] text". Keep names, addresses, numbers and sums as they are. Answer with nothing else.`,
      data: batch.map(({ text: one }, index) => `[${index + 1}] ${one}`).join('\n'),
      maxTokens: 400 + batch.reduce((sum, { text: one }) => sum + one.length * 2, 0),
    })
    if (error !== null) return { done: [], error }
    const lines = numberedLines(text, batch.length)
    if (lines !== null) return { done: fitting(batch, lines), error: null }
  }
  return { done: [], error: null }
}

/** Lines by their numbers, of which none may lack, be twice or be in another place. @returns null for anything else */
export function numberedLines(answer: string, count: number): string[] | null {
  const lines: string[] = []
  for (const line of answer.split('\n').filter((one) => one.trim() !== '')) {
    const [, number, text] = /^\s{0,4}\[(\d{1,4})\]\s?(.*)$/.exec(line) ?? []
    if (Number(number) !== lines.length + 1 || text === undefined) return null
    lines.push(text.trim())
  }
  return lines.length === count ? lines : null
}

/** What says nothing, far more, or addresses and account numbers that its original does not have, stays untranslated. */
const fitting = (batch: readonly Piece[], lines: readonly string[]): Piece[] =>
  batch.flatMap(({ at, text: original }, index) => {
    const text = lines[index] ?? ''
    const fits =
      text !== '' &&
      text.length <= original.length * 8 + 80 &&
      strangeAddresses(text, original).length === 0
    return fits ? [{ at, text }] : []
  })

function batchesOf(pieces: readonly Piece[]): Piece[][] {
  const batches: Piece[][] = []
  let length = Number.POSITIVE_INFINITY
  for (const piece of pieces) {
    const most = batches.length <= 1 ? batchLength.first : batchLength.later
    if (length + piece.text.length > most) {
      batches.push([])
      length = 0
    }
    batches.at(-1)?.push(piece)
    length += piece.text.length
  }
  return batches
}

/** Characters that no reader sees, and white space: neither is a difference. */
const unseen = /\p{Default_Ignorable_Code_Point}|\p{Bidi_Control}/gu
const oneLine = (text: string): string => text.replace(unseen, '').replace(/\s+/g, ' ').trim()
const bare = (text: string): string => text.replace(unseen, '').replace(/\s+/g, '')
