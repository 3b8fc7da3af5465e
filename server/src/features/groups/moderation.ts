import { createHash } from 'node:crypto'
import type { Language } from '@hongyan/contract/errors'
import type { GroupPost, GroupPostText } from '@hongyan/contract/group-posts'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import { wholeAccount } from '../../mailstore/types.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId, UserId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Directory } from '../directory/directory.public.ts'
import { groupNotice, type NoticeKind } from './group-notice.ts'
import type { Caller } from './groups.service.ts'
import {
  decidePost,
  groupsManaged,
  heldIn,
  keptIn,
  managersOf,
  overduePosts,
  type ShownPost,
  shownPost,
} from './held-posts.queries.ts'
import { lockPost } from './posts.queries.ts'
import { rolesOfAccount } from './reach.queries.ts'

export interface ModerationDeps {
  database: Database
  mailstore: Pick<
    Mailstore,
    'find' | 'raw' | 'openRaw' | 'plainText' | 'prepare' | 'deliver' | 'remove'
  >
  directory: Pick<Directory, 'user' | 'ownerOf' | 'findRecipient'>
  settings: { of(userId: UserId): Promise<{ language: Language }> }
  jobs: Pick<Jobs, 'enqueue' | 'register'>
  clock: Clock
  config: { origin: string }
  /** Passes a mail on, from the transaction that let it go. */
  passOnIn(tx: Db, postId: number): Promise<void>
}

const task = 'mail-group-news'
/** Nobody decided for so long: it is turned away, and its author hears of it. */
const waitsDays = 14
const day = 24 * 3_600_000
const mostHeld = 100
const longestText = 50_000

interface News {
  postId: number
  kind: NoticeKind
}

export type Moderation = ReturnType<typeof createModeration>

/** Mail that waits for a manager, and what a group keeps for its members. */
export function createModeration(deps: ModerationDeps) {
  const { database, jobs, clock, mailstore } = deps
  jobs.register(task, (payload) => tell(deps, payload as News))
  const tellIn = (tx: Db, news: News) => jobs.enqueue(tx, { task, payload: news })
  return {
    /** From the transaction that stored it: its managers are told. */
    waitsIn: (tx: Db, postId: number) => tellIn(tx, { postId, kind: 'waiting' }),
    held: async (caller: Caller): Promise<{ list: GroupPost[] }> => {
      const groupIds = await managedBy(deps, caller)
      const rows = await heldIn(database, groupIds, mostHeld)
      return { list: rows.map(asItem) }
    },
    /** Those that somebody else decided meanwhile are left. @throws group.post-gone, group.not-manager */
    decide: async (
      caller: Caller,
      {
        postIds,
        release,
        reason,
      }: { postIds: readonly number[]; release: boolean; reason: string },
    ): Promise<{ count: number }> => {
      const groupIds = new Set(await managedBy(deps, caller))
      let count = 0
      for (const postId of postIds) {
        const row = await shownPost(database, postId)
        if (row && !groupIds.has(row.groupId)) throw new AppError('group.not-manager')
        if (row?.state !== 'waiting') continue
        const decision = { release, reason: reason.trim(), by: caller.userId }
        if (await decideOne({ ...deps, tellIn }, row, decision)) count++
      }
      if (count === 0) throw new AppError('group.post-gone')
      return { count }
    },
    /** @throws group.not-found, group.not-member */
    archive: async (
      caller: Caller,
      asked: { groupId: number; keyword: string; before?: number | undefined; pageSize: number },
    ): Promise<{ list: GroupPost[] }> => {
      await refuseStranger(deps, caller, asked.groupId)
      const { groupId, keyword, before = null, pageSize: limit } = asked
      const rows = await keptIn(database, groupId, { keyword: keyword.trim(), before, limit })
      return { list: rows.map(asItem) }
    },
    /** @throws group.post-gone also where it is not for the person */
    read: async (caller: Caller, postId: number): Promise<GroupPostText> => {
      const row = await readable(deps, caller, postId)
      const raw = await bytesOf(deps, row)
      const text = await mailstore.plainText(raw, longestText)
      const { content } = await mailstore.openRaw(raw, { given: true })
      const files = content.attachments.filter((one) => !one.inline).map((one) => one.filename)
      return { ...asItem(row), text, files }
    },
    /** @throws group.post-gone, quota.full */
    take: async (caller: Caller, postId: number): Promise<void> => {
      const row = await readable(deps, caller, postId)
      const message = await mailstore.prepare(await bytesOf(deps, row))
      const [outcome] = await mailstore.deliver(message, [
        {
          accountId: caller.accountId,
          folder: 'inbox',
          receivedAt: clock.now(),
          notify: true,
          authentication: row.authentication,
          receipt: receiptOf(`archive ${postId} ${caller.accountId}`),
        },
      ])
      if (outcome?.kind === 'over-quota') throw new AppError('quota.full')
    },
    /** To be run now and then: what nobody decided. */
    turnAway: async (): Promise<void> => {
      const before = new Date(clock.now().getTime() - waitsDays * day)
      for (const row of await overduePosts(database, before, mostHeld))
        await decideOne({ ...deps, tellIn }, row, { release: false, reason: '', by: null })
    },
  }
}

interface Decision {
  release: boolean
  reason: string
  by: UserId | null
}

/** @returns false where somebody was quicker */
async function decideOne(
  deps: ModerationDeps & { tellIn(tx: Db, news: News): Promise<void> },
  { id, accountId, messageId }: ShownPost,
  { release, ...decision }: Decision,
): Promise<boolean> {
  const { database, mailstore, passOnIn, tellIn } = deps
  const done = await database.transaction(async (tx) => {
    const held = await lockPost(tx, id)
    if (held?.state !== 'waiting') return false
    await decidePost(tx, id, { state: release ? 'sending' : 'refused', ...decision })
    if (release) await passOnIn(tx, id)
    else await tellIn(tx, { postId: id, kind: 'refused' })
    return true
  })
  if (done && !release) await mailstore.remove(accountId, [messageId])
  return done
}

/** Those that a person may decide for: an administrator for all. */
async function managedBy(
  { database, directory }: ModerationDeps,
  caller: Caller,
): Promise<number[]> {
  const person = await directory.user(caller.userId)
  if (!person) throw new AppError('session.expired')
  return groupsManaged(database, {
    accountId: caller.accountId,
    organisationId: person.isAdmin ? person.organisationId : null,
  })
}

/** @throws group.not-found, group.not-member */
async function refuseStranger(
  deps: ModerationDeps,
  caller: Caller,
  groupId: number,
): Promise<void> {
  const roles = await rolesOfAccount(deps.database, caller.accountId)
  if (roles.some((one) => one.groupId === groupId && one.type !== 'authorised')) return
  if ((await managedBy(deps, caller)).includes(groupId)) return
  throw new AppError('group.not-member')
}

/** A mail that waits for its managers, or is kept for its members. @throws group.post-gone */
async function readable(deps: ModerationDeps, caller: Caller, postId: number): Promise<ShownPost> {
  const row = await shownPost(deps.database, postId)
  if (!row) throw new AppError('group.post-gone')
  if (row.state === 'waiting') {
    if ((await managedBy(deps, caller)).includes(row.groupId)) return row
  } else if (row.state === 'sent' && row.archive) {
    await refuseStranger(deps, caller, row.groupId).catch(() => {
      throw new AppError('group.post-gone')
    })
    return row
  }
  throw new AppError('group.post-gone')
}

async function bytesOf({ mailstore }: ModerationDeps, row: ShownPost): Promise<Buffer> {
  const message = await mailstore.find(wholeAccount(row.accountId), row.messageId)
  if (!message) throw new AppError('group.post-gone')
  return mailstore.raw(message)
}

const asItem = ({ id, groupId, groupName, author, subject, createdAt }: ShownPost): GroupPost => ({
  ...{ postId: id, groupId, groupName, author, subject },
  time: createdAt.toISOString(),
})

const receiptOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** A mail that waits is told to every manager, one that was turned away to the colleague who wrote it. */
async function tell(deps: ModerationDeps, { postId, kind }: News): Promise<void> {
  const row = await shownPost(deps.database, postId)
  if (!row || (kind === 'waiting' && row.state !== 'waiting')) return
  for (const to of await toldOf(deps, row, kind)) await notice(deps, row, { kind, to })
}

async function toldOf(
  { database, directory }: ModerationDeps,
  row: ShownPost,
  kind: NoticeKind,
): Promise<AccountId[]> {
  if (kind === 'waiting') return managersOf(database, row.groupId)
  // Whoever wrote from outside hears nothing: the address may be anybody's.
  const author = row.foreign ? null : await directory.findRecipient(row.author)
  return author && !author.isGroup ? [author.accountId] : []
}

async function notice(
  { mailstore, directory, settings, clock, config }: ModerationDeps,
  row: ShownPost,
  { kind, to }: { kind: NoticeKind; to: AccountId },
): Promise<void> {
  const owner = await directory.ownerOf(to)
  if (!owner) return
  const { language } = await settings.of(owner.userId)
  const { origin } = config
  const raw = await groupNotice({
    kind,
    row,
    to: owner.address,
    language,
    origin,
    now: clock.now(),
  })
  await mailstore.deliver(await mailstore.prepare(raw), [
    {
      accountId: to,
      folder: 'inbox',
      receivedAt: clock.now(),
      notify: true,
      ignoreQuota: true,
      receipt: receiptOf(`group ${row.id} ${kind} ${to}`),
      log: { kind: 'receive', client: '', ip: '' },
    },
  ])
}
