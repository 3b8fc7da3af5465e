/** What a text/calendar part (RFC 5545, iTIP RFC 5546) says of a meeting. */
export interface Meeting {
  method: 'request' | 'cancel' | 'reply' | 'other'
  summary: string
  place: string
  /** An instant as ISO text, or a day as `2026-03-08`, or a local time without a zone; null when there is none. */
  start: string | null
  end: string | null
}

/** Longer calendars are not read on: a meeting says what it is near its beginning. */
const maxChars = 256 * 1024
const maxLines = 5_000
const maxText = 1_000

/** The first event of a calendar; null when there is none. One pass, in time linear to its length; never throws. */
export function readMeeting(calendar: string): Meeting | null {
  const found: Found = { at: [], method: '', status: '', event: null, zones: new Map(), zone: null }
  for (const line of unfolded(calendar.slice(0, maxChars))) {
    if (take(found, line)) break
  }
  const { event, zones } = found
  if (!event) return null
  const cancelled = found.method === 'CANCEL' || found.status === 'CANCELLED'
  return {
    method: cancelled ? 'cancel' : (methods.get(found.method) ?? 'other'),
    summary: textOf(event.get('SUMMARY')?.value ?? ''),
    place: textOf(event.get('LOCATION')?.value ?? ''),
    start: timeOf(event.get('DTSTART'), zones),
    end: timeOf(event.get('DTEND'), zones),
  }
}

const methods = new Map<string, Meeting['method']>([
  ['REQUEST', 'request'],
  ['PUBLISH', 'request'],
  ['REPLY', 'reply'],
])

interface Line {
  params: string
  value: string
}

interface Found {
  /** Names of the components that are open. */
  at: string[]
  method: string
  status: string
  event: Map<string, Line> | null
  /** Minutes east of UTC of the zones that the calendar brings. */
  zones: Map<string, number>
  zone: string | null
}

/** Folded lines (§3.1) put together again. */
function* unfolded(text: string): Generator<string> {
  let line = ''
  let count = 0
  for (const piece of text.split('\n')) {
    if (++count > maxLines) break
    const clean = piece.endsWith('\r') ? piece.slice(0, -1) : piece
    if (clean.startsWith(' ') || clean.startsWith('\t')) line += clean.slice(1)
    else {
      yield line
      line = clean
    }
  }
  yield line
}

/** @returns true when the first event is whole */
function take(found: Found, line: string): boolean {
  const colon = valueAt(line)
  if (colon < 0) return false
  const head = line.slice(0, colon)
  const value = line.slice(colon + 1)
  const semicolon = head.indexOf(';')
  const name = (semicolon < 0 ? head : head.slice(0, semicolon)).trim().toUpperCase()
  if (name === 'BEGIN') found.at.push(value.trim().toUpperCase())
  else if (name === 'END') return close(found, value.trim().toUpperCase())
  else keep(found, name, { params: semicolon < 0 ? '' : head.slice(semicolon + 1), value })
  return false
}

/** The colon before the value: those in quotes belong to a parameter. */
function valueAt(line: string): number {
  let quoted = false
  for (let at = 0; at < line.length; at++) {
    const char = line[at]
    if (char === '"') quoted = !quoted
    else if (char === ':' && !quoted) return at
  }
  return -1
}

function close(found: Found, name: string): boolean {
  found.at.pop()
  return name === 'VEVENT' && found.event !== null
}

function keep(found: Found, name: string, line: Line): void {
  const inside = found.at.at(-1)
  if (inside === 'VCALENDAR' && name === 'METHOD') found.method = line.value.trim().toUpperCase()
  else if (inside === 'VTIMEZONE' && name === 'TZID') found.zone = line.value.trim()
  else if (inside === 'STANDARD' && name === 'TZOFFSETTO' && found.zone !== null) {
    const offset = offsetOf(line.value)
    if (offset !== null) found.zones.set(found.zone, offset)
  } else if (inside === 'VEVENT') {
    found.event ??= new Map()
    if (!found.event.has(name)) found.event.set(name, line)
    if (name === 'STATUS') found.status = line.value.trim().toUpperCase()
  }
}

/** `+0530` in minutes. */
function offsetOf(value: string): number | null {
  const match = /^([+-])(\d{2})(\d{2})/.exec(value.trim())
  if (!match) return null
  const minutes = Number(match[2]) * 60 + Number(match[3])
  return match[1] === '-' ? -minutes : minutes
}

/** §3.3.11: `\n`, `\,`, `\;` and `\\`. */
const textOf = (value: string): string =>
  value
    .slice(0, maxText)
    .replace(/\\(.)/gsu, (_, char: string) => (char === 'n' || char === 'N' ? ' ' : char))
    .trim()

/** DTSTART and DTEND (§3.3.4, §3.3.5). */
function timeOf(line: Line | undefined, zones: ReadonlyMap<string, number>): string | null {
  const match = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z?))?$/.exec(
    line?.value.trim() ?? '',
  )
  if (!line || !match) return null
  const [, year, month, day, hour, minute, second, utc] = match
  const date = `${year}-${month}-${day}`
  if (hour === undefined) return isReal(`${date}T00:00:00Z`) ? date : null
  const local = `${date}T${hour}:${minute}:${second}`
  if (!isReal(`${local}Z`)) return null
  if (utc === 'Z') return `${local}Z`
  const zone = /(?:^|;)TZID="?([^";]+)/i.exec(line.params)?.[1]
  return zone === undefined ? local : inZone(local, zone, zones)
}

const isReal = (iso: string): boolean => !Number.isNaN(Date.parse(iso))

/** A local time of a zone that is named: of the world's list, else of the calendar's own. */
function inZone(local: string, zone: string, zones: ReadonlyMap<string, number>): string {
  const asUtc = Date.parse(`${local}Z`)
  const offset = worldOffset(zone, asUtc) ?? zones.get(zone)
  return offset === undefined ? local : new Date(asUtc - offset * 60_000).toISOString()
}

/** Minutes east of UTC of a zone at about that time; null when the name is none of the world's list. */
function worldOffset(zone: string, at: number): number | null {
  if (zone.length > 64) return null
  try {
    const text = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
      .formatToParts(at)
      .find(({ type }) => type === 'timeZoneName')?.value
    const match = /^GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(text ?? '')
    if (!match) return null
    return match[1] ? (offsetOf(`${match[1]}${match[2]}${match[3]}`) ?? null) : 0
  } catch {
    return null
  }
}
