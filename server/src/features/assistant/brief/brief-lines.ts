import { type BriefLine, briefKinds } from '@hongyan/contract/assistant-wire'
import { limits } from '@hongyan/contract/limits'
import { asDay, dayIn, dayOf, daysIn } from '../engine/days.ts'
import type { Point } from '../engine/points.ts'
import type { ReadAlong } from '../mail/mail-facts.ts'

/** Most lines of each kind. */
const most = 8
const longest = 300

/**
 * What a thread leaves to be known, by rules: a question waits while nobody but who asked has written since; of what was
 * decided and asked the latest; a day that is over is no date any more.
 */
export function linesByRules(mails: readonly ReadAlong[], now: Date): BriefLine[] {
  const today = asDay(dayOf(now, limits.timeZone))
  const lines = mails.flatMap((mail, at) =>
    mail.points
      .filter((one) => one.kind !== 'question' || waits(mails.slice(at + 1), mail))
      .map((point) => lineOf(mail, point)),
  )
  const shown = lines.filter(({ kind, due }) => kind !== 'date' || (due !== null && due >= today))
  return briefKinds.flatMap((kind) => shown.filter((one) => one.kind === kind).slice(-most))
}

const waits = (later: readonly ReadAlong[], { address }: ReadAlong): boolean =>
  later.every((one) => one.address === address)

/** What a sentence of a mail says, as a line. */
export function lineOf(mail: ReadAlong, { kind, text, named }: Point): BriefLine {
  const owed = kind === 'task' ? named || (mail.to[0] ?? '') : mail.from
  return placed(mail, {
    kind: kind === 'promise' ? 'task' : kind,
    text,
    who: kind === 'date' ? '' : owed,
    due: kind === 'question' ? null : dayIn(text, dayOf(mail.at, limits.timeZone)),
  })
}

const placed = (
  { mailId, mailboxId, from, at }: ReadAlong,
  line: Pick<BriefLine, 'kind' | 'text' | 'who' | 'due'>,
): BriefLine => ({ ...line, mailId, mailboxId, from, at: at.toISOString() })

/**
 * Reads the lines a model writes: `kind | number of the mail | who | day | text`. What is not one, or stands on a mail that
 * it was not shown, is no line of the brief; who and when are left out where no mail says so.
 */
export function lineReader(mails: readonly ReadAlong[]) {
  let rest = ''
  let days: ReadonlySet<string> | null = null
  const lineIn = (text: string): BriefLine[] => {
    const [kind, number, who = '', due = '', ...words] = text.split('|').map((one) => one.trim())
    const found = briefKinds.find((one) => one === kind?.replace(/^[-•*]\s*/, '').toLowerCase())
    const mail = /^\[?\d{1,2}\]?$/.test(number ?? '')
      ? mails[Number((number ?? '').replace(/\D/g, '')) - 1]
      : undefined
    const said = words.join('|').slice(0, longest)
    if (!found || !mail || said === '') return []
    const isNamed = who !== '-' && who !== '' && isIn(mails, who)
    days ??= new Set(mails.flatMap(daysOf))
    return [
      placed(mail, {
        kind: found,
        text: said,
        who: isNamed ? who.slice(0, 80) : '',
        due: days.has(due) ? due : null,
      }),
    ]
  }
  return {
    take: (content: string): BriefLine[] => {
      const lines = (rest + content).split('\n')
      rest = (lines.pop() ?? '').slice(-2_000)
      return lines.flatMap(lineIn)
    },
    end: (): BriefLine[] => lineIn(rest),
  }
}

/** Of what a model was shown of it. */
const daysOf = ({ subject, text, at }: ReadAlong): string[] =>
  daysIn(`${subject}\n${text.slice(0, 4_000)}`, dayOf(at, limits.timeZone))

const isIn = (mails: readonly ReadAlong[], who: string): boolean =>
  mails.some(({ from, address, to, text }) =>
    [from, address, ...to, text].some((one) => one.toLowerCase().includes(who.toLowerCase())),
  )
