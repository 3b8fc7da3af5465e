import { answeringLease, type BoxMail, type BoxMember } from '@hongyan/contract/public-boxes'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { Viewer } from '../../mailstore/types.ts'
import type { MemberLevel } from '../../platform/actor.ts'
import type { Database, Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import { type AccountId, asId, type MessageId, type UserId } from '../../platform/ids.ts'
import {
  type AnsweringRow,
  answeringNow,
  assignedTo,
  boxMailOf,
  endLease,
  lease,
  type Named,
  saveAssignee,
  saveSender,
  sweepBoxMail,
} from './box-mail.queries.ts'
import { mailboxesOf, workingMembers } from './public-boxes.queries.ts'

/** So many mails of one member are told at once. */
const mostAssigned = 500

/** A member at work in a mailbox, or its own person. */
export interface Worker extends Viewer {
  person: { userId: UserId }
  level: MemberLevel | null
}

interface Options {
  database: Database
  mailstore: Pick<Mailstore, 'visible' | 'rows' | 'membersChangedIn' | 'announce'>
}

export type BoxMails = ReturnType<typeof createBoxMail>

/** What members of a mailbox tell each other of its mail, so that two do not answer the same one. */
export function createBoxMail({ database, mailstore }: Options) {
  const visible = async (worker: Viewer, ids: readonly number[]): Promise<MessageId[]> =>
    mailstore.visible(worker, ids.map(asId<MessageId>))
  /** Told to everybody who has the mailbox open. */
  const changing = async (worker: Viewer, ids: MessageId[], work: (tx: Db) => Promise<unknown>) => {
    const places = [...new Set((await mailstore.rows(worker, ids)).map((row) => row.folderId))]
    const about = { messageIds: ids, places }
    const changes = await database.transaction(async (tx) => {
      const told = await mailstore.membersChangedIn(tx, worker.accountId, about)
      await work(tx)
      return told
    })
    mailstore.announce(changes)
  }
  const othersAt = async ({ accountId, person }: Worker, ids: readonly MessageId[]) =>
    (await answeringNow(database, accountId, ids)).filter((one) => one.userId !== person.userId)

  return {
    /** Mailboxes whose mail a person may write. */
    writableBy: async (userId: UserId) =>
      (await mailboxesOf(database, userId)).filter(({ level }) => level !== 'read'),
    /** Those who may answer. */
    members: async ({ accountId }: Worker): Promise<BoxMember[]> =>
      (await workingMembers(database, accountId))
        .filter(({ level }) => level !== 'read')
        .map(({ userId, name, address }) => ({ memberId: userId, name, address })),
    mails: async (worker: Worker, asked: readonly number[]): Promise<BoxMail[]> => {
      const ids = await visible(worker, asked)
      const known = new Map(
        (await boxMailOf(database, worker.accountId, ids)).map((row) => [row.mailId, row]),
      )
      const answering = Map.groupBy(await othersAt(worker, ids), (one) => one.mailId)
      return ids.flatMap((mailId) => {
        const row = known.get(mailId)
        const others = answering.get(mailId) ?? []
        if (!row && others.length === 0) return []
        const { sentBy = null, assignee = null } = row ?? {}
        return [{ mailId, sentBy, assignee, answering: others.map(named) }]
      })
    },
    assigned: async (worker: Worker, memberId: number): Promise<MessageId[]> => {
      const assignee = memberId === 0 ? worker.person.userId : asId<UserId>(memberId)
      const ids = await assignedTo(database, worker.accountId, { assignee, limit: mostAssigned })
      return visible(worker, ids)
    },
    /** @throws publicbox.not-member, item.not-found */
    assign: async (
      worker: Worker,
      { mailIds, memberId }: { mailIds: readonly number[]; memberId: number | null },
    ): Promise<number> => {
      const ids = await visible(worker, mailIds)
      if (ids.length === 0) throw new AppError('item.not-found')
      const assignee = memberId === null ? null : asId<UserId>(memberId)
      const members = await workingMembers(database, worker.accountId)
      const may = members.some((one) => one.userId === assignee && one.level !== 'read')
      if (assignee !== null && !may) throw new AppError('publicbox.not-member')
      await changing(worker, ids, (tx) => saveAssignee(tx, worker.accountId, { ids, assignee }))
      return ids.length
    },
    /** Others hear of the first sign and of the end, not of each sign. @throws item.not-found */
    answering: async (
      worker: Worker,
      { mailId, active }: { mailId: number; active: boolean },
    ): Promise<Named[]> => {
      const [messageId] = await visible(worker, [mailId])
      if (messageId === undefined) throw new AppError('item.not-found')
      const { accountId, person, level } = worker
      // In one's own mailbox there is nobody to be told.
      if (level === null) return []
      const by = person.userId
      const seconds = answeringLease / 1000
      const isNews = active
        ? await lease(database, accountId, { messageId, by, seconds })
        : (await endLease(database, accountId, { messageId, by })) > 0
      if (isNews) await changing(worker, [messageId], async () => undefined)
      return (await othersAt(worker, [messageId])).map(named)
    },
    /** In the transaction that sends. */
    sentIn: async (
      tx: Db,
      accountId: AccountId,
      sent: { messageId: MessageId; by: UserId },
    ): Promise<void> => void (await saveSender(tx, accountId, sent)),
    sweep: () => sweepBoxMail(database),
  }
}

const named = ({ name, address }: AnsweringRow): Named => ({ name, address })
