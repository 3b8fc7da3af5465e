import { nameKey } from '@hongyan/contract/names'
import { isLabelKeyword, nameOfKeyword } from '../../mailstore/labels/label-keywords.ts'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import { wholeAccount } from '../../mailstore/types.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId, LabelId } from '../../platform/ids.ts'
import type { Labels } from './labels.service.ts'

export interface LabelMeans {
  mailstore: Pick<Mailstore, 'programs'>
  labels: Pick<Labels, 'save'>
}

/** Takes the labels out of keywords. */
export type LabelFinder = (
  keywords: readonly string[],
) => Promise<{ keywords: string[]; labels: LabelId[] }>

/**
 * Labels by their names or keywords, made where they are missing; where none can be made it stays a keyword. What a stranger's
 * server names costs one look at the labels, and no try behind the last one that there was room for.
 */
export function createLabelFinder(
  { mailstore, labels }: LabelMeans,
  accountId: AccountId,
): LabelFinder {
  let known: Promise<Map<string, LabelId>> | null = null
  let isFull = false
  const load = async (): Promise<Map<string, LabelId>> => {
    const all = await mailstore.programs.labels(wholeAccount(accountId))
    // A name goes before a keyword that another label had first.
    return new Map([
      ...all.map(({ id, keyword }) => [nameKey(nameOfKeyword(keyword) ?? keyword), id] as const),
      ...all.map(({ id, name }) => [nameKey(name), id] as const),
    ])
  }
  const make = async (labelName: string): Promise<LabelId | null> => {
    if (isFull) return null
    return labels.save(accountId, { labelName }, 'program').catch((thrown: unknown) => {
      if (!(thrown instanceof AppError)) throw thrown
      isFull = thrown.code === 'label.too-many'
      return null
    })
  }
  const labelOf = async (keyword: string): Promise<LabelId | null> => {
    const name = nameOfKeyword(keyword)
    if (name === null) return null
    known ??= load()
    const all = await known
    const label = all.get(nameKey(name)) ?? (await make(name))
    if (label !== null) all.set(nameKey(name), label)
    return label
  }
  return async (keywords) => {
    const found = new Set<LabelId>()
    const others: string[] = []
    for (const keyword of keywords) {
      const label = isLabelKeyword(keyword) ? await labelOf(keyword) : null
      if (label === null) others.push(keyword)
      else found.add(label)
    }
    return { keywords: others, labels: [...found] }
  }
}
