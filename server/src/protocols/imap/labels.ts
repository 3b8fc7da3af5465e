import { nameKey } from '@hongyan/contract/names'
import { isLabelKeyword, nameOfKeyword } from '../../mailstore/labels/label-keywords.ts'
import type { LabelKeyword } from '../../mailstore/labels/labels.queries.ts'
import type { LabelId } from '../../platform/ids.ts'
import { Refusal } from '../shared/refusal.ts'
import type { Marked } from './keywords.ts'
import { loginOf, type Session, viewerOf } from './session.ts'

/** Keywords of labels by their ids: what messages have of them is told with their flags. */
export type LabelNames = ReadonlyMap<LabelId, string>

const none: LabelNames = new Map()

/**
 * What the labels of these messages are called, whose flags are told next: the program hears first of keywords that are new
 * to it. A label that is not there any more is left out.
 */
export async function labelNames(
  session: Session,
  messages: readonly Marked[],
): Promise<LabelNames> {
  const isLabelled = messages.some(({ labels }) => labels.length > 0)
  const names: LabelNames = isLabelled
    ? new Map((await labelsOf(session)).map(({ id, keyword }) => [id, keyword]))
    : none
  const { selected, output } = session
  if (selected?.keywords.add(messages, names))
    for (const line of selected.keywords.lines()) output.send(line)
  return names
}

export const labelsOf = async (session: Session): Promise<LabelKeyword[]> =>
  session.deps.mailstore.programs.labels(await viewerOf(session))

export interface Resolved {
  keywords: string[]
  labels: LabelId[]
}

/**
 * The labels that keywords stand for. @param makes one that nobody has made yet is made, by the rules of the browser
 * @throws Refusal, and what the rules of labels say
 */
export async function resolveLabels(
  session: Session,
  given: readonly string[],
  { makes }: { makes: boolean },
): Promise<Resolved> {
  const keywords = given.filter((one) => !isLabelKeyword(one))
  const named = given.filter(isLabelKeyword)
  if (named.length === 0) return { keywords, labels: [] }
  const known = await labelsOf(session)
  const byKeyword = new Map(known.map(({ id, keyword }) => [keyword.toLowerCase(), id]))
  const byName = new Map(known.map(({ id, name }) => [nameKey(name), id]))
  const labels: LabelId[] = []
  for (const keyword of named) {
    const name = nameOfKeyword(keyword)
    const found =
      byKeyword.get(keyword.toLowerCase()) ??
      (name === null ? undefined : byName.get(nameKey(name)))
    if (found !== undefined) labels.push(found)
    else if (makes) labels.push(await make(session, name))
  }
  return { keywords, labels: [...new Set(labels)] }
}

async function make(session: Session, labelName: string | null): Promise<LabelId> {
  if (labelName === null) throw new Refusal('This is no name of a label', 'CANNOT')
  return session.deps.labels.save(loginOf(session).accountId, { labelName }, 'program')
}
