import type { ConsoleFeedback } from '@hongyan/contract/console-organisation'
import type { Language } from '@hongyan/contract/errors'
import type { Clock } from '../../platform/clock.ts'
import { localTime } from '../../platform/local-time.ts'
import type { Compose } from '../compose/compose.public.ts'
import type { AtWork, ConsoleActs } from '../console/console.public.ts'
import type { Feedback } from '../feedback/feedback.public.ts'
import type { Settings } from '../settings/settings.public.ts'
import { answerMail } from './answer-mail.ts'

export interface FeedbackParts {
  feedback: Pick<Feedback, 'inbox' | 'open' | 'one' | 'mark'>
  compose: Pick<Compose, 'submitRaw'>
  settings: Pick<Settings, 'of'>
  clock: Clock
  acts: ConsoleActs
}

interface Asked {
  state: 'open' | 'done' | 'all'
  before?: number | undefined
  pageSize: number
}

/** What people wrote to the administrator: read, answered, done. */
export function createFeedbackDesk(parts: FeedbackParts) {
  const { feedback, acts } = parts
  return {
    list: async ({ admin }: AtWork, { state, before = 0, pageSize }: Asked) => {
      const wanted = { state, before: before || null, limit: pageSize }
      const rows = await feedback.inbox(admin.organisationId, wanted)
      return { open: await feedback.open(admin.organisationId), list: rows.map(asItem) }
    },
    /** @throws item.not-found */
    done: async (work: AtWork, id: number, done: boolean): Promise<void> => {
      const { address } = await feedback.one(work.admin.organisationId, id)
      const act = done ? 'feedback-done' : 'feedback-opened'
      const by = done ? work.admin.name : null
      await acts.doing(work, { act, whom: address }, () =>
        feedback.mark(id, { by, answered: false }),
      )
    },
    /** @throws item.not-found, and as sending a mail */
    answer: async (work: AtWork, id: number, content: string): Promise<void> => {
      const row = await feedback.one(work.admin.organisationId, id)
      await acts.doing(work, { act: 'feedback-answered', whom: row.address }, async () => {
        await send(parts, work, { to: row.address, content, asked: row })
        await feedback.mark(id, { by: work.admin.name, answered: true })
      })
    },
  }
}

interface Answer {
  to: string
  content: string
  asked: { at: Date; content: string }
}

/** From the mailbox of who answers, with its copy in Sent: the person can write back. */
async function send(
  { compose, settings, clock }: FeedbackParts,
  { admin, caller }: AtWork,
  { to, content, asked }: Answer,
): Promise<void> {
  const style = await settings.of(admin.userId)
  const language: Language = style.language
  const raw = await answerMail({
    from: { name: admin.name, address: admin.address },
    to,
    language,
    content,
    asked: { time: localTime(asked.at, style), content: asked.content },
    now: clock.now(),
  })
  await compose.submitRaw({
    accountId: caller.accountId,
    envelopeFrom: admin.address,
    recipients: [{ address: to }],
    raw,
  })
}

type Row = Awaited<ReturnType<Feedback['inbox']>>[number]

const asItem = ({ doneAt, doneBy, answeredAt, at, ...row }: Row): ConsoleFeedback => ({
  ...row,
  at: at.toISOString(),
  done: doneAt && { at: doneAt.toISOString(), by: doneBy ?? '' },
  answeredAt: answeredAt?.toISOString() ?? null,
})
