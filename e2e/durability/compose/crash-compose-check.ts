import { folders } from '@hongyan/contract/folders'
import { type MessageItem, messages } from '@hongyan/contract/messages'
import type { StubbornApi } from '../stubborn-api.ts'
import type { Written } from './crash-compose-writer.ts'

/** What is wrong; empty lists are what we want. */
export interface ComposeFindings {
  lost: string[]
  doubled: string[]
  /** The screen or a list said something else than what can be found. */
  untrue: string[]
}

/** A copy of a mail in one of its writer's folders. */
interface Found {
  role: string
  mailId: number
  state: string | null
  text: string
}

/** Text that stood on the screen for so long survives whatever dies. */
export const safeAfterMs = 3_000

/** The words that must not be lost when something dies at `diedAt`. */
export const safeWords = (mail: Written, diedAt: number): string[] =>
  mail.words
    .filter(({ at }, index) => index < mail.saved || at <= diedAt - safeAfterMs)
    .map((one) => one.word)

/** Every copy of a mail that its writer has; drafts that were saved before they had a subject are found by a word. */
export async function copiesOf(api: StubbornApi, mail: Written): Promise<Found[]> {
  const { folderList } = await api.get(folders.list, {})
  const found: Found[] = []
  for (const { role, folderId } of folderList) {
    if (!role) continue
    const list = await allOf(api, folderId)
    const isNameless = (subject: string) => role === 'drafts' && subject === ''
    const likely = list.filter(
      ({ mailSubject }) => mailSubject === mail.subject || isNameless(mailSubject),
    )
    for (const { mailId, mailSubject, sendState } of likely) {
      const text = await textOf(api, mailId)
      const isOurs =
        mailSubject === mail.subject || mail.words.some((one) => text.includes(one.word))
      if (isOurs) found.push({ role, mailId, state: sendState, text })
    }
  }
  return found
}

/** Every row of a folder, page by page. */
async function allOf(api: StubbornApi, mailboxId: number) {
  const rows: MessageItem[] = []
  for (let hasMore = true; hasMore; ) {
    const sortValues = rows.at(-1)?.sortValues
    const page = await api.get(messages.list, { mailboxId, pageSize: 100, sortValues })
    rows.push(...page.list)
    hasMore = page.hasMore && page.list.length > 0
  }
  return rows
}

/** '' for one that was saved anew, under another number, at this moment. */
async function textOf(api: StubbornApi, mailId: number): Promise<string> {
  const detail = await api.call(messages.detail, { mailId })
  return detail.ok ? (detail.data.text ?? '') : ''
}

export const missing = (found: readonly Found[], words: readonly string[]): string[] => {
  const best = found.map(({ text }) => words.filter((word) => !text.includes(word)))
  return best.toSorted((one, other) => one.length - other.length)[0] ?? [...words]
}

interface Ended {
  mail: Written
  sent: number
  drafts: number
  isScheduled: boolean
  /** Copies in the inbox of the colleague. */
  there: number
}

/** Looks at a mail when all is over: its writer's folders, the colleague's inbox, and what the writer was told. */
export async function judge(
  findings: ComposeFindings,
  mail: Written,
  { writer, colleague }: { writer: StubbornApi; colleague: StubbornApi },
): Promise<void> {
  const own = await copiesOf(writer, mail)
  const theirs = await copiesOf(colleague, mail)
  const count = (role: string) => own.filter((one) => one.role === role).length
  const ended: Ended = {
    mail,
    sent: count('sent'),
    drafts: count('drafts'),
    isScheduled: own.some((one) => one.role === 'sent' && one.state === 'scheduled'),
    there: theirs.filter((one) => one.role === 'inbox').length,
  }
  const { sent, drafts, isScheduled, there } = ended
  const said = `${mail.subject} (${mail.reopened}): ${mail.told}, ${sent} sent${
    isScheduled ? ' (scheduled)' : ''
  }, ${drafts} drafts, ${there} arrived`
  for (const [kind, isWrong] of faults)
    if (isWrong(ended) && !findings[kind].includes(said)) findings[kind].push(said)
}

type Fault = [kind: keyof ComposeFindings, isWrong: (ended: Ended) => boolean]

const faults: readonly Fault[] = [
  ['doubled', ({ there, sent }) => there > 1 || sent > 1],
  ['lost', ({ mail, sent, drafts }) => mail.subjectAt > 0 && isAsked(mail) && sent + drafts === 0],
  ['lost', ({ mail, there }) => there < (endings[mail.told].there ?? 0)],
  ['lost', ({ mail, drafts }) => mail.told === 'undone' && drafts === 0],
  ['untrue', ({ mail, there }) => there > (endings[mail.told].there ?? there)],
  ['untrue', ({ mail, sent }) => sent !== (endings[mail.told].sent ?? sent)],
  [
    'untrue',
    ({ mail, isScheduled }) => isScheduled !== (mail.told === 'scheduled') && isAsked(mail),
  ],
  // A mail that left and stands among the drafts too would be sent again some day.
  ['untrue', ({ sent, drafts }) => sent > 0 && drafts > 0],
]

/** Its writer was told something of it that must hold. */
const isAsked = ({ told }: Written): boolean => told !== 'writing' && told !== 'unknown'

/** What must be found after what the writer was told; nothing is known of a mail whose answer was lost. */
const endings: Record<Written['told'], { there?: number; sent?: number }> = {
  writing: { there: 0, sent: 0 },
  unknown: {},
  accepted: { there: 1, sent: 1 },
  undone: { there: 0, sent: 0 },
  scheduled: { there: 0, sent: 1 },
  recalled: { there: 0, sent: 1 },
  'not recalled': { there: 1, sent: 1 },
}
