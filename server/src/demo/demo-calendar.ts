import { daysAgo, OFFICE_ZONE } from './demo-clock.ts'
import { contactOf, type DemoWriter, isInside } from './demo-contacts.ts'
import type { Mailbox } from './demo-mime.ts'
import { writeMail } from './demo-mime.ts'
import { addressOf, personMailbox } from './demo-people.ts'
import { isRead, messageId } from './demo-thread-builder.ts'
import type { DemoMessage } from './demo-types.ts'

interface PlannedEvent {
  key: string
  organiser: DemoWriter
  guests: DemoWriter[]
  summary: string
  place: string
  note: string
  /** When the mail was sent. */
  days: number
  time: string
  /** The event: days after now, start in office time, minutes. */
  inDays: number
  /** Moves the event on to this day of the week, 0 is Sunday; else only off the weekend. */
  weekday?: number
  start: string
  minutes: number
  rule?: string
  method?: 'REQUEST' | 'CANCEL'
  sequence?: number
}

const events: PlannedEvent[] = [
  {
    key: 'standup',
    organiser: 'zhangwei',
    guests: ['wangjian', 'emma', 'sofia', 'admin'],
    summary: '雁阵 3.0 周会',
    place: '二楼小会议室',
    note: '每周二上午十点，三十分钟以内。先看风险，再看进度。',
    days: 56,
    time: '16:00',
    inDays: -54,
    weekday: 2,
    start: '10:00',
    minutes: 30,
    rule: 'FREQ=WEEKLY;COUNT=20',
  },
  {
    key: 'signing',
    organiser: 'sofia',
    guests: ['zhangwei', 'liting', 'chen'],
    summary: '云溪连锁药房签约',
    place: '大会议室',
    note: '来宾四人，请提前十分钟到场。',
    days: 2,
    time: '11:20',
    inDays: 5,
    start: '10:00',
    minutes: 60,
  },
  {
    key: 'steering',
    organiser: 'oliver',
    guests: ['emma', 'sofia', 'zhangwei'],
    summary: 'Skein pilot: steering call',
    place: 'Video call, link to follow',
    note: 'Agenda: week 2 figures, comparison stores, Harrogate.',
    days: 1,
    time: '18:10',
    inDays: 6,
    start: '17:00',
    minutes: 45,
  },
  {
    key: 'interview-2',
    organiser: 'zhangwei',
    guests: ['emma', 'wangjian'],
    summary: '二面：许一鸣（前端）',
    place: '线上会议',
    note: '半小时中文，半小时英文。简历在邮件附件里。',
    days: 37,
    time: '10:30',
    inDays: -34,
    start: '14:00',
    minutes: 60,
  },
  {
    key: 'budget-review',
    organiser: 'liting',
    guests: ['zhangwei', 'wangjian', 'emma', 'sofia'],
    summary: '预算评审会',
    place: '大会议室',
    note: '请各部门负责人带上自己的预算表。',
    days: 13,
    time: '09:10',
    inDays: 3,
    start: '14:00',
    minutes: 120,
  },
  {
    key: 'budget-review',
    organiser: 'liting',
    guests: ['zhangwei', 'wangjian', 'emma', 'sofia'],
    summary: '预算评审会',
    place: '大会议室',
    note: '因与客户签约冲突，本次会议取消，改期另行通知。',
    days: 1,
    time: '10:05',
    inDays: 3,
    start: '14:00',
    minutes: 120,
    method: 'CANCEL',
    sequence: 1,
  },
  {
    key: 'design-crit',
    organiser: 'emma',
    guests: ['zhangwei', 'hannah'],
    summary: 'Design review: dark mode',
    place: 'Room 2.04 and video',
    note: 'Bring one screen that you find hard to read at night.',
    days: 3,
    time: '15:30',
    inDays: 7,
    start: '16:30',
    minutes: 60,
  },
]

/** Invitations and one cancellation, as iMIP (RFC 6047). */
export function calendarMessages(now: Date): DemoMessage[] {
  return [...events.map((event, index) => invitation(event, index, now)), acceptance(now)]
}

function invitation(event: PlannedEvent, index: number, now: Date): DemoMessage {
  const organiser = contactOf(event.organiser)
  const sentAt = daysAgo(now, event.days, event.time)
  const method = event.method ?? 'REQUEST'
  const guests = event.guests.map(contactOf)
  const prefix = method === 'CANCEL' ? '已取消：' : ''
  const text = `${event.summary}\n${event.place}\n\n${event.note}\n`
  const raw = writeMail({
    from: organiser,
    to: guests,
    subject: `${prefix}${event.summary}`,
    sentAt,
    zone: organiser.zone,
    messageId: messageId(`event-${index}`, organiser.address),
    text,
    html: `<html><body><p><b>${event.summary}</b><br>${event.place}</p><p>${event.note}</p></body></html>\n`,
    calendar: { method, ics: eventText(event, now, { method, sentAt, guests, organiser }) },
  })
  const to = guests.map((guest) => guest.address).filter(isInside)
  return { from: organiser.address, to, raw, sentAt, seen: isRead(sentAt, now) }
}

/** An answer to an invitation: the finance manager comes to the signing. */
function acceptance(now: Date): DemoMessage {
  const event = events[1] ?? events[0]
  if (!event) throw new Error('the demo has no event to accept')
  const guest = personMailbox('liting')
  const sentAt = daysAgo(now, 2, '13:05')
  const organiser = contactOf(event.organiser)
  const raw = writeMail({
    from: guest,
    to: [organiser],
    subject: `已接受：${event.summary}`,
    sentAt,
    zone: OFFICE_ZONE,
    messageId: messageId('event-accepted', guest.address),
    text: `李婷 已接受邀请：${event.summary}\n`,
    calendar: {
      method: 'REPLY',
      ics: eventText(event, now, { method: 'REPLY', sentAt, guests: [guest], organiser }),
    },
  })
  return { from: guest.address, to: [addressOf('sofia')], raw, sentAt, seen: true }
}

interface EventMail {
  method: string
  sentAt: Date
  guests: Mailbox[]
  organiser: Mailbox
}

function eventText(event: PlannedEvent, now: Date, mail: EventMail): string {
  const start = startOf(event, now)
  const end = new Date(start.getTime() + event.minutes * 60_000)
  const status = mail.method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'
  const answer = mail.method === 'REPLY' ? 'ACCEPTED' : 'NEEDS-ACTION;RSVP=TRUE'
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Hongyan//Demo//EN',
    `METHOD:${mail.method}`,
    ...officeZone,
    'BEGIN:VEVENT',
    `UID:${messageId(`event-${event.key}`, mail.organiser.address)}`,
    `DTSTAMP:${compact(mail.sentAt)}Z`,
    `DTSTART;TZID=Asia/Shanghai:${compact(inOffice(start))}`,
    `DTEND;TZID=Asia/Shanghai:${compact(inOffice(end))}`,
    ...(event.rule ? [`RRULE:${event.rule}`] : []),
    `SUMMARY:${escapeText(event.summary)}`,
    `LOCATION:${escapeText(event.place)}`,
    `DESCRIPTION:${escapeText(event.note)}`,
    `ORGANIZER;CN="${mail.organiser.name}":mailto:${mail.organiser.address}`,
    ...mail.guests.map(
      (guest) => `ATTENDEE;CN="${guest.name}";PARTSTAT=${answer}:mailto:${guest.address}`,
    ),
    `STATUS:${status}`,
    `SEQUENCE:${event.sequence ?? 0}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(foldLine).join('\r\n')}\r\n`
}

function startOf(event: PlannedEvent, now: Date): Date {
  const dayLength = 86_400_000
  const far = new Date(now.getTime() + 400 * dayLength)
  let start = daysAgo(far, 400 - event.inDays, event.start)
  const isRight = (day: number) =>
    event.weekday === undefined ? day !== 0 && day !== 6 : day === event.weekday
  while (!isRight(inOffice(start).getUTCDay())) start = new Date(start.getTime() + dayLength)
  return start
}

const officeZone = [
  'BEGIN:VTIMEZONE',
  'TZID:Asia/Shanghai',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0800',
  'TZOFFSETTO:+0800',
  'END:STANDARD',
  'END:VTIMEZONE',
]

/** RFC 5545 section 3.1: at most 75 octets a line. */
function foldLine(line: string): string {
  let result = ''
  let size = 0
  for (const character of line) {
    const width = Buffer.byteLength(character)
    if (size + width > 73) {
      result += '\r\n '
      size = 1
    }
    result += character
    size += width
  }
  return result
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n')
}

function inOffice(date: Date): Date {
  return new Date(date.getTime() + OFFICE_ZONE * 60_000)
}

function compact(date: Date): string {
  return date.toISOString().slice(0, 19).replace(/[-:]/g, '')
}
