import { limits } from '@hongyan/contract/limits'

/** When a mail shall leave (RFC 4865 §5): `null` at once. */
export type Hold =
  | { kind: 'until'; at: Date | null }
  | { kind: 'not-understood' }
  | { kind: 'too-far' }

const second = 1_000
/** As the composer has it. */
export const longestHold = limits.scheduleDays * 24 * 3600

/** @param parameters of MAIL FROM, names in upper case */
export function holdOf(parameters: Record<string, string | true>, now: Date): Hold {
  const { HOLDFOR: seconds, HOLDUNTIL: time } = parameters
  if (seconds === undefined && time === undefined) return { kind: 'until', at: null }
  if (seconds !== undefined && time !== undefined) return { kind: 'not-understood' }
  const at = seconds === undefined ? timeOf(time) : intervalOf(seconds, now)
  if (at === null) return { kind: 'not-understood' }
  if (at.getTime() - now.getTime() > longestHold * second) return { kind: 'too-far' }
  // A time that is over is one that has come.
  return { kind: 'until', at: at > now ? at : null }
}

const intervalOf = (seconds: string | true, now: Date): Date | null =>
  typeof seconds === 'string' && /^[1-9]\d{0,8}$/.test(seconds)
    ? new Date(now.getTime() + Number(seconds) * second)
    : null

/** RFC 3339, with its offset. Days and hours that there are not, which the engine would count on, are none. */
function timeOf(text: string | true | undefined): Date | null {
  const [, day = '', hour] =
    (typeof text === 'string' &&
      /^(\d{4}-\d\d-\d\d)T(\d\d):\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/i.exec(text)) ||
    []
  const midnight = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day)) return null
  const at = new Date(String(text))
  return Number.isNaN(at.getTime()) || hour === '24' ? null : at
}
