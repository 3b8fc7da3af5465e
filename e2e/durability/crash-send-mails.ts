import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { compose } from '@hongyan/contract/compose'
import { folders } from '@hongyan/contract/folders'
import { messages } from '@hongyan/contract/messages'
import { domain } from './product.ts'
import type { Random } from './random.ts'
import type { StubbornApi } from './stubborn-api.ts'

/** What was done with one mail, and what the server answered to it. */
export interface Journal {
  subject: string
  sender: string
  submissionId: number
  mailId: number
  outside: boolean
  /** The last answer to its sender: nothing more than that it was accepted, or what taking it back came to. */
  end: 'accepted' | 'draft' | 'deleted' | 'recall'
  /** What a recall said about the colleague. */
  recalled: string
  /** A draft that was opened again and never sent. */
  draftSubject: string | null
}

export const reader = `b@${domain}`
export const outsider = 'peer@other.test'

interface Writing {
  api: StubbornApi
  sender: string
  random: Random
}

/** Writes one mail, sends it in some way, and perhaps takes it back. */
export async function writeOne({ api, sender, random }: Writing, number: number): Promise<Journal> {
  const subject = `mail ${number}`
  const outside = random.below(4) === 0
  const content = {
    mailTo: outside ? [reader, outsider] : [reader],
    mailCc: [],
    mailBcc: [],
    mailSubject: subject,
    html: `<p>text of ${subject}</p>`,
    quotedHtml: '',
    fileIds: [],
    isSeparate: random.below(5) === 0,
  }
  const draft = random.below(2) === 0 ? await saved(api, content) : {}
  const isScheduled = random.below(3) === 0
  const at = new Date(Date.now() + 1_500 + random.below(2_500)).toISOString()
  const request = {
    ...content,
    ...draft,
    sendKey: randomUUID(),
    ...(isScheduled ? { scheduledTime: at } : {}),
  }
  const sent = await sendUntilTaken(api, request)
  const journal: Journal = {
    subject,
    sender,
    outside,
    submissionId: sent.submissionId,
    mailId: sent.mailId,
    end: 'accepted',
    recalled: '',
    draftSubject: null,
  }
  await delay(random.below(1_200))
  if (random.below(5) < 2) return journal
  return isScheduled && random.below(3) === 0 ? throwAway(api, journal) : takeBack(api, journal)
}

/** A first save that was answered by nobody may have been done: the draft is then there without the writer's knowledge. */
async function saved(api: StubbornApi, content: object): Promise<{ draftId: number }> {
  const { draftId } = await api.get(compose.saveDraft, { ...content })
  return { draftId }
}

/** The time that was chosen may have passed while the server was down. */
async function sendUntilTaken(api: StubbornApi, request: Record<string, unknown>) {
  for (;;) {
    const answer = await api.call(compose.send, request)
    if (answer.ok) return answer.data
    request.scheduledTime = new Date(Date.now() + 4_000).toISOString()
  }
}

async function takeBack(api: StubbornApi, journal: Journal): Promise<Journal> {
  const answer = await api.call(compose.cancel, { submissionId: journal.submissionId })
  // Asked twice because the first answer was lost: it is a draft already.
  if (!answer.ok) return { ...journal, end: 'draft', draftSubject: journal.subject }
  const { result, recipients } = answer.data
  if (result === 'cancelled') return { ...journal, end: 'draft', draftSubject: journal.subject }
  const state = recipients.find((one) => one.address === reader)?.state ?? ''
  return { ...journal, end: 'recall', recalled: state }
}

async function throwAway(api: StubbornApi, journal: Journal): Promise<Journal> {
  await api.call(messages.recycle, { mailIds: [journal.mailId] })
  return { ...journal, end: 'deleted' }
}

/** Reads some of what comes in, so that recalls find mail that is read. */
export async function readSome(api: StubbornApi, random: Random, goesOn: () => boolean) {
  const { folderList } = await api.get(folders.list, {})
  const inbox = folderList.find((one) => one.role === 'inbox')?.folderId
  while (goesOn()) {
    const { list } = await api.get(messages.list, { mailboxId: inbox, pageSize: 30 })
    const unread = list.filter((one) => !one.seen && one.mailSubject.startsWith('mail '))
    const chosen = unread[random.below(Math.max(unread.length, 1))]
    if (chosen && random.below(2) === 0) {
      await api.call(messages.seen, { mailIds: [chosen.mailId], seen: true })
    }
    await delay(60)
  }
}
