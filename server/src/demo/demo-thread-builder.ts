import { createHash } from 'node:crypto'
import { clientHabits, type Quoted, writeBody } from './demo-clients.ts'
import { answerTime, daysAgo, fillDates, minutesAgo, onWorkday } from './demo-clock.ts'
import { contactOf, type DemoContact, type DemoWriter, isInside } from './demo-contacts.ts'
import { type Letter, writeMail } from './demo-mime.ts'
import type { DemoMessage, ThreadPlan, ThreadStep } from './demo-types.ts'

interface ThreadState {
  now: Date
  plan: ThreadPlan
  people: DemoWriter[]
  lastWriter?: DemoWriter
  lastAt: Date
  references: string[]
  quoted?: Quoted
}

/** Every mail of the conversation, and for each mail from inside a copy in the writer's Sent. */
export function writeThread(plan: ThreadPlan, now: Date): DemoMessage[] {
  const state: ThreadState = { now, plan, people: [], lastAt: startOf(plan, now), references: [] }
  return plan.steps.flatMap((step, index) => writeStep(state, step, index))
}

function startOf(plan: ThreadPlan, now: Date): Date {
  if (plan.minutes !== undefined) return minutesAgo(now, plan.minutes)
  const start = daysAgo(now, plan.days, plan.time)
  return plan.days > 3 ? onWorkday(start) : start
}

/** Stable identifier in the writer's domain. */
export function messageId(key: string, address: string): string {
  const hash = createHash('sha256').update(key).digest('hex')
  return `${hash.slice(0, 20)}.${hash.slice(20, 26)}@${address.slice(address.lastIndexOf('@') + 1)}`
}

/** Mail is unread when it is from the last day and a half or now and then a forgotten one. */
export function isRead(sentAt: Date, now: Date): boolean {
  const hours = (now.getTime() - sentAt.getTime()) / 3_600_000
  return hours > 34 && Math.floor(sentAt.getTime() / 60_000) % 17 !== 3
}

function writeStep(state: ThreadState, step: ThreadStep, index: number): DemoMessage[] {
  const writer = contactOf(step.by)
  const [to, cc] = recipients(state, step)
  const sentAt = index === 0 ? state.lastAt : answerTime(state.lastAt, step.hours ?? 1.5, state.now)
  const subject = fillDates(subjectOf(state, step, writer), sentAt)
  const markup = fillDates(step.text, sentAt)
  const written = writeBody(writer, markup, state.quoted)
  const { encoding, mailer } = clientHabits(writer.client)
  const letter: Letter = {
    from: writer,
    to: to.map(contactOf),
    cc: cc.map(contactOf),
    subject,
    sentAt,
    zone: writer.zone,
    messageId: messageId(`${state.plan.key}-${index}`, writer.address),
    references: [...state.references],
    headers: mailer ? [`X-Mailer: ${mailer}`] : [],
    ...written,
    ...(step.files ? { files: step.files() } : {}),
    encoding: encoding === '7bit' && /[^\x20-\x7e\n]/.test(written.text) ? '8bit' : encoding,
    ...(writer.client === 'foxmail-gbk' ? { charset: 'gb2312' as const } : {}),
  }
  state.people = [...new Set<DemoWriter>([...state.people, step.by, ...to, ...cc])]
  state.lastWriter = step.by
  state.lastAt = sentAt
  state.references.push(letter.messageId)
  state.quoted = { ...letter, ...written }
  return copies(state, letter)
}

function copies(state: ThreadState, letter: Letter): DemoMessage[] {
  const raw = writeMail(letter)
  const from = letter.from.address
  const to = [...letter.to, ...(letter.cc ?? [])].map((one) => one.address).filter(isInside)
  const seen = isRead(letter.sentAt, state.now)
  const base = { from, raw, sentAt: letter.sentAt }
  const arrived: DemoMessage = { ...base, to, seen }
  if (state.plan.starred && letter.references?.length === 0) arrived.starred = true
  if (state.plan.archived && seen) arrived.folderRole = 'archive'
  const sent: DemoMessage = { ...base, to: [from], folderRole: 'sent', seen: true }
  return [...(to.length > 0 ? [arrived] : []), ...(isInside(from) ? [sent] : [])]
}

function recipients(state: ThreadState, step: ThreadStep): [DemoWriter[], DemoWriter[]] {
  if (step.to) return [step.to, step.cc ?? []]
  const others = state.people.filter((one) => one !== step.by)
  const last = state.lastWriter === step.by ? others[0] : state.lastWriter
  const to = last ? [last] : []
  return [to, [...others.filter((one) => one !== last), ...(step.cc ?? [])]]
}

function subjectOf(state: ThreadState, step: ThreadStep, writer: DemoContact): string {
  if (!state.quoted) return state.plan.subject
  const { reply, forward } = clientHabits(writer.client)
  return `${step.isForward ? forward : reply}${state.plan.subject}`
}
