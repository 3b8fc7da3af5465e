import type { BriefLine } from '@hongyan/contract/assistant-wire'
import { limits } from '@hongyan/contract/limits'
import { lineOf } from '../brief/brief-lines.ts'
import { asDay, dayOf } from '../engine/days.ts'
import type { ReadAlong } from '../mail/mail-facts.ts'

/** Most lines of each kind, and of one mail. */
const most = { question: 6, task: 6, date: 6 }
const mostOfOne = 2
/** Dates are told so far ahead. */
const aheadDays = 14

/**
 * What the day asks for, by rules: of mails that were not answered the questions and tasks, the latest first; dates that are to
 * come soon, the next first, whoever answered.
 */
export function dayLines(
  mails: readonly ReadAlong[],
  { answered, now }: { answered: ReadonlySet<number>; now: Date },
): BriefLine[] {
  const today = asDay(dayOf(now, limits.timeZone))
  const until = asDay(dayOf(new Date(now.getTime() + aheadDays * 86_400_000), limits.timeZone))
  const lines = mails.toReversed().flatMap((mail) => linesOf(mail, answered.has(mail.mailId)))
  const isAhead = ({ due }: BriefLine) => due !== null && due >= today && due <= until
  const byDay = (one: BriefLine, other: BriefLine) => (one.due ?? '').localeCompare(other.due ?? '')
  return [
    ...lines.filter(({ kind }) => kind === 'question').slice(0, most.question),
    // What was due is over, or was seen to.
    ...lines
      .filter(({ kind, due }) => kind === 'task' && (due === null || due >= today))
      .slice(0, most.task),
    ...lines
      .filter((one) => (one.kind === 'date' || one.kind === 'decision') && isAhead(one))
      .map((one) => ({ ...one, kind: 'date' as const }))
      .sort(byDay)
      .slice(0, most.date),
  ]
}

function linesOf(mail: ReadAlong, isAnswered: boolean): BriefLine[] {
  const lines = mail.points.map((point) => lineOf(mail, point))
  const asks = isAnswered ? [] : lines.filter(({ kind }) => kind === 'question' || kind === 'task')
  const dates = lines.filter(({ kind }) => kind === 'date' || kind === 'decision')
  return [...asks.slice(0, mostOfOne), ...dates.slice(0, mostOfOne)]
}
