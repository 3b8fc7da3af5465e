import type { ApprovalReason } from '@hongyan/contract/approval-fields'
import { getHeader, readHeaders } from '@hongyan/mime/headers'
import type { ActiveRule } from '../rule-cache.ts'
import { heaviestOf } from '../sensitivity/label-fields.ts'
import type { Finds } from './content-finds.ts'
import type { ContentReader } from './read-content.ts'
import {
  asksInside,
  type Envelope,
  type Labelled,
  looksForText,
  matchContent,
  matchEnvelope,
  readsContent,
} from './rule-match.ts'
import type { WantedBytes, WordLists } from './wanted.ts'

export interface Match {
  rule: ActiveRule
  reasons: ApprovalReason[]
}

export interface Walked {
  /** Rules that apply, in their order; the last one may end the list. */
  matches: Match[]
  /** Encrypted for its readers. False where no rule had to know. */
  isSealed: boolean
}

/** Behind it no other rule is asked. */
const ends = ({ action }: ActiveRule): boolean => action === 'approve' || action === 'block'

interface Walking {
  rules: readonly ActiveRule[]
  /** All that are on, and what they look for. */
  all: { rules: readonly ActiveRule[]; wanted: WantedBytes }
  lists: WordLists
  envelope: Envelope & Labelled
  raw: Buffer
}

/**
 * Which rules apply. The mail is read once, and only when a rule asks what it says. Behind a rule that removes those
 * outside, the others are asked about who is left.
 */
export async function walkRules(
  reader: Pick<ContentReader, 'find'>,
  { rules, all, lists, envelope, raw }: Walking,
): Promise<Walked> {
  const mayHoldMail = rules.some((rule) => asksInside(rule, envelope)) && !isTextAlone(raw)
  const reads = (rule: ActiveRule): boolean =>
    readsContent(rule) || (mayHoldMail && asksInside(rule, envelope))
  const most = { ...envelope, inside: (mayHoldMail && envelope.labels.at(-1)) || null }
  // Fewer recipients meet no more conditions, nor does a lighter label: whoever does not apply to all of them applies to no part.
  const candidates = untilSure(
    rules.filter((rule) => matchEnvelope(rule, most)),
    reads,
  )
  const reading = candidates.filter(reads)
  const which = reading.map((rule) => all.rules.indexOf(rule))
  const found = reading.length > 0 ? await reader.find(raw, { all: all.wanted, which }) : null
  const saidOf = (rule: ActiveRule): ApprovalReason[] | null => {
    if (!readsContent(rule)) return []
    return found && contentOf(rule, { place: reading.indexOf(rule), lists, found })
  }
  const inside = found && insideOf(found, envelope)
  const matches = matchesOf(candidates, { ...envelope, inside }, saidOf)
  return { matches, isSealed: found?.sealed ?? false }
}

function matchesOf(
  candidates: readonly ActiveRule[],
  envelope: Envelope & Labelled,
  saidOf: (rule: ActiveRule) => ApprovalReason[] | null,
): Match[] {
  const matches: Match[] = []
  let left = envelope
  for (const rule of candidates) {
    const met = matchEnvelope(rule, left)
    const said = met && saidOf(rule)
    if (!said) continue
    matches.push({ rule, reasons: [...met, ...said] })
    if (rule.action === 'strip') left = { ...left, people: left.ours }
    if (ends(rule)) break
  }
  return matches
}

const insideOf = ({ labels: said }: Finds, { labels }: Labelled): Labelled['inside'] =>
  said === null ? 'unknown' : heaviestOf(said, labels)

/** Nothing can lie in it. */
function isTextAlone(raw: Buffer): boolean {
  const fields = readHeaders(raw)
  const type = getHeader(fields, 'content-type') ?? 'text/plain'
  const isFile = /name/i.test(type) || getHeader(fields, 'content-disposition') !== null
  return !isFile && /^\s*text\//i.test(type)
}

/** What stands behind a rule that ends the list in any case is not read for. */
function untilSure(
  candidates: readonly ActiveRule[],
  reads: (rule: ActiveRule) => boolean,
): readonly ActiveRule[] {
  const sure = candidates.findIndex((rule) => ends(rule) && !reads(rule))
  const strip = candidates.findIndex(({ action }) => action === 'strip')
  return sure < 0 || (strip >= 0 && strip < sure) ? candidates : candidates.slice(0, sure + 1)
}

const contentOf = (
  rule: ActiveRule,
  { place, lists, found }: Pick<Walking, 'lists'> & { place: number; found: Finds },
): ApprovalReason[] | null =>
  matchContent(rule, {
    finds: found.finds[place] ?? [],
    looks: looksForText(rule, lists),
    all: found,
  })
