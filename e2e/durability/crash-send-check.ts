import { compose } from '@hongyan/contract/compose'
import { folders } from '@hongyan/contract/folders'
import { type MessageItem, messages } from '@hongyan/contract/messages'
import { type Journal, outsider, reader } from './crash-send-mails.ts'
import { type Handed, judgeHanded, programPerson } from './crash-send-program.ts'
import type { Sunk } from './smtp-sink.ts'
import type { StubbornApi } from './stubborn-api.ts'

/** What is wrong; empty lists are what we want. */
export interface SendFindings {
  lost: string[]
  doubled: string[]
  /** States that say something else than what can be found. */
  untrue: string[]
  /** Mails that another server took twice, the first time from a process that died before it could write that down. */
  twiceOutside: string[]
}

interface Options {
  journals: readonly Journal[]
  handed: readonly Handed[]
  sunk: readonly Sunk[]
  apiOf(person: string): StubbornApi
}

type Copies = Map<string, MessageItem[]>

/** Looks at every mail from all sides: sender, colleague, the other server, and the states that are shown. */
export async function checkSending({
  journals,
  handed,
  sunk,
  apiOf,
}: Options): Promise<SendFindings> {
  const found: SendFindings = { lost: [], doubled: [], untrue: [], twiceOutside: [] }
  const inboxes = await copiesOf(apiOf(reader))
  const outside = Map.groupBy(sunk, (one) => one.subject)
  const own = new Map<string, Awaited<ReturnType<typeof rolesOf>>>()
  for (const sender of new Set(journals.map((one) => one.sender)))
    own.set(sender, await rolesOf(apiOf(sender)))
  let recalls = 0
  for (const journal of journals) {
    const { subject, submissionId } = journal
    const shown = await apiOf(journal.sender).get(compose.submission, { submissionId })
    const stateOf = (address: string) =>
      shown.recipients.find((one) => one.address === address)?.state ?? 'absent'
    const copies = inboxes.get(subject) ?? []
    const inside = stateOf(reader)
    if (inside === 'recalled') recalls++
    judgeInside(found, { journal, copies, state: inside, whole: shown.state })
    if (journal.outside) {
      const times = outside.get(subject)?.length ?? 0
      judgeOutside(found, { subject, times, state: stateOf(outsider) })
    }
    judgeSender(found, { journal, state: shown.state, roles: own.get(journal.sender) })
  }
  const sent = (await rolesOf(apiOf(programPerson))).get('sent')
  judgeHanded(found, handed, {
    inbox: (subject) => inboxes.get(subject)?.length ?? 0,
    sent: (subject) => sent?.get(subject)?.length ?? 0,
  })
  const notes = [...inboxes].filter(([subject]) => subject.includes('Mail recalled'))
  const count = notes.reduce((sum, [, list]) => sum + list.length, 0)
  // Who never got a mail is told nothing.
  if (count > recalls) found.untrue.push(`${count} notes of ${recalls} recalls`)
  return found
}

interface Inside {
  journal: Journal
  copies: readonly MessageItem[]
  state: string
  whole: string
}

function judgeInside(found: SendFindings, { journal, copies, state, whole }: Inside): void {
  const { subject, end, recalled } = journal
  const said = `${subject}: ${state}, ${whole}, ${copies.length} copies, ${end} ${recalled}`
  if (copies.length > 1) found.doubled.push(said)
  const isThere = state === 'delivered' || state === 'recall-refused'
  if (isThere && copies.length === 0) found.lost.push(said)
  if (!isThere && copies.length > 0) found.untrue.push(said)
  if (!ends.has(state)) found.untrue.push(said)
  if (state === 'recall-refused' && copies[0]?.seen === false) found.untrue.push(said)
  if (end === 'draft' && whole !== 'cancelled') found.untrue.push(said)
  // What was neither taken back nor thrown away must have arrived.
  if (end === 'accepted' && state !== 'delivered') found.lost.push(said)
  if (end === 'recall' && closed.has(recalled) && recalled !== state) found.untrue.push(said)
}

const ends = new Set(['delivered', 'cancelled', 'recalled', 'recall-refused'])
const closed = new Set(['recalled', 'recall-refused'])

function judgeOutside(
  found: SendFindings,
  { subject, times, state }: { subject: string; times: number; state: string },
): void {
  const said = `${subject} outside: ${state}, ${times} times`
  const left = state === 'relayed' || state === 'recall-refused'
  if (left && times === 0) found.lost.push(said)
  if (!left && times > 0) found.untrue.push(said)
  if (times > 1) found.twiceOutside.push(said)
}

interface Side {
  journal: Journal
  state: string
  roles: Map<string, Copies> | undefined
}

function judgeSender(found: SendFindings, { journal, state, roles }: Side): void {
  const { subject, end } = journal
  const count = (role: string) => roles?.get(role)?.get(subject)?.length ?? 0
  const said = `${subject} of its sender: ${state}, ${count('sent')} sent, ${count('drafts')} drafts, ${end}`
  const kept = end === 'deleted' ? count('sent') + count('trash') : count('sent')
  const wanted = end === 'draft' ? 0 : 1
  if (kept < wanted) found.lost.push(said)
  if (kept > wanted) found.doubled.push(said)
  // A draft that was saved without an answer may stand beside.
  if (end === 'draft' && count('drafts') === 0) found.lost.push(said)
}

async function rolesOf(api: StubbornApi): Promise<Map<string, Copies>> {
  const roles = new Map<string, Copies>()
  const { folderList } = await api.get(folders.list, {})
  for (const { role, folderId } of folderList) {
    if (role)
      roles.set(
        role,
        Map.groupBy(await listAll(api, folderId), (one) => one.mailSubject),
      )
  }
  return roles
}

async function copiesOf(api: StubbornApi): Promise<Copies> {
  const { folderList } = await api.get(folders.list, {})
  const lists = await Promise.all(folderList.map(({ folderId }) => listAll(api, folderId)))
  return Map.groupBy(lists.flat(), (one) => one.mailSubject)
}

async function listAll(api: StubbornApi, mailboxId: number): Promise<MessageItem[]> {
  const all: MessageItem[] = []
  let sortValues: string | undefined
  for (;;) {
    const page = await api.get(messages.list, { mailboxId, pageSize: 100, sortValues })
    all.push(...page.list)
    sortValues = page.list.at(-1)?.sortValues
    if (!page.hasMore) return all
  }
}
