import { z } from 'zod'
import type { Mailstore } from '../../../mailstore/mailstore.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Db } from '../../../platform/db/pool.ts'
import { type AccountId, asId, type MessageId, type OrganisationId } from '../../../platform/ids.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import {
  forgetLearnt,
  learntAs,
  learntTotals,
  type MailToLearn,
  mailsToLearn,
  noteLearnt,
  noteOtherwise,
  stepWords,
  taughtSince,
  trimWords,
  wordCounts,
} from './bayes.queries.ts'
import { chanceOfSpam, type Totals } from './chance.ts'
import { hashedWords, type Learnable, mostText, wordsOf } from './words.ts'

/** Mails of each kind before they count at all. */
export const leastLearnt = 20
/** What one person teaches in a day: nobody turns the filter of all alone. */
const mostTaught = 300
/** Mails of one job. */
const inOneJob = 50
/** Words that are kept of an organisation, about 40 MB; of more those go that were seen once. */
const mostWords = 500_000
const piece = 5_000
/** So long the totals are known without asking. */
const freshMs = 30_000
const task = 'learn-junk'
const payload = z.object({
  accountId: z.number().transform(asId<AccountId>),
  ids: z.array(z.number().transform(asId<MessageId>)),
  spam: z.boolean(),
})

export interface BayesOptions {
  database: Database
  mailstore: Pick<Mailstore, 'raw' | 'plainText' | 'onJunk'>
  jobs: Jobs
  clock: Clock
  /** Of the installation: words are hashed with it. */
  key: Buffer
  organisation(): Promise<OrganisationId | null>
  /** Whether the organisation wants it learnt. */
  learns(): Promise<boolean>
}

export type Bayes = ReturnType<typeof createBayes>

/** What an organisation's people taught it about spam (ADR 46). Before the jobs start. */
export function createBayes(options: BayesOptions) {
  const { database, mailstore, jobs, clock } = options
  let known: { at: number; totals: Totals } | null = null
  const totalsOf = async (organisation: OrganisationId): Promise<Totals> => {
    const now = clock.now().getTime()
    if (known && now - known.at < freshMs) return known.totals
    const totals = await learntTotals(database, organisation)
    known = { at: now, totals }
    return totals
  }
  const keyOf = (organisation: OrganisationId): string =>
    `${options.key.toString('hex')} ${organisation}`

  const teach = async (
    tx: Db,
    accountId: AccountId,
    { ids, spam }: { ids: readonly MessageId[]; spam: boolean },
  ): Promise<void> => {
    for (let at = 0; at < ids.length; at += inOneJob)
      await jobs.enqueue(tx, {
        task,
        payload: { accountId, ids: ids.slice(at, at + inOneJob), spam },
      })
  }
  mailstore.onJunk(teach)
  jobs.register(task, async (given) => {
    const { accountId, ids, spam } = payload.parse(given)
    const organisation = await options.organisation()
    if (organisation === null || !(await options.learns())) return
    for (const mail of await mailsToLearn(database, accountId, ids)) {
      const dayAgo = new Date(clock.now().getTime() - 24 * 3_600_000)
      if ((await taughtSince(database, accountId, dayAgo)) >= mostTaught) return
      const text = await mailstore.plainText(await mailstore.raw(mail), mostText, { given: true })
      const words = hashedWords(wordsOf({ ...mail, text }), keyOf(organisation))
      await database.transaction((tx) => learn(tx, { organisation, accountId, mail, words, spam }))
      known = null
    }
  })
  return {
    /** What somebody calls spam or not without moving it; learnt by and by. */
    teach,
    /** Null where too few mails were learnt. Reads the text only when it counts. */
    chance: async (
      organisation: OrganisationId,
      mail: Omit<Learnable, 'text'>,
      text: () => Promise<string>,
    ): Promise<number | null> => {
      const totals = await totalsOf(organisation)
      if (totals.spam < leastLearnt || totals.ham < leastLearnt) return null
      const words = hashedWords(wordsOf({ ...mail, text: await text() }), keyOf(organisation))
      return chanceOfSpam(await wordCounts(database, organisation, words), totals)
    },
    totals: (organisation: OrganisationId) => learntTotals(database, organisation),
    sweep: async (): Promise<void> => {
      const organisation = await options.organisation()
      if (organisation === null) return
      const most = { most: mostWords, piece }
      while ((await trimWords(database, organisation, most)) === piece);
    },
    forget: async (organisation: OrganisationId): Promise<void> => {
      await database.transaction((tx) => forgetLearnt(tx, organisation))
      known = null
    },
  }
}

interface Lesson {
  organisation: OrganisationId
  accountId: AccountId
  mail: MailToLearn
  words: readonly bigint[]
  spam: boolean
}

/** Once a content; who says otherwise turns it round. */
async function learn(tx: Db, lesson: Lesson): Promise<void> {
  const { organisation, accountId, words, spam } = lesson
  const row = { organisation, accountId, spam, blob: lesson.mail.blob }
  const before = await learntAs(tx, organisation, row.blob)
  if (before === spam) return
  if (before === null) {
    if ((await noteLearnt(tx, row)) === 0) return
    await stepWords(tx, { organisation, words, spam: spam ? 1 : 0, ham: spam ? 0 : 1 })
    return
  }
  await noteOtherwise(tx, row)
  await stepWords(tx, { organisation, words, spam: spam ? 1 : -1, ham: spam ? -1 : 1 })
}
