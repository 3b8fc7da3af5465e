import { setTimeout as wait } from 'node:timers/promises'
import { authorsIn, subjectIn } from '@hongyan/mime/head'
import { readHeaders } from '@hongyan/mime/headers'
import { z } from 'zod'
import { fieldsOf } from '../../delivery/outbound/canonical-bytes.ts'
import type { Outbox } from '../../delivery/outbound/outbox.ts'
import { type NewSubmission, notByPeople } from '../../delivery/outbound/types.ts'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import { releaseBlobs, retainBlobs } from '../../platform/blobs/blobs.queries.ts'
import type { BlobStore } from '../../platform/blobs/blobs.ts'
import type { Database, Db } from '../../platform/db/pool.ts'
import type { SubmissionId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { createPiecework } from '../../platform/jobs/piecework.ts'
import type { Log } from '../../platform/log.ts'
import { type GroupRow, groupById } from './groups.queries.ts'
import { listMail, mustRewriteFrom } from './list-mail.ts'
import {
  accountsAt,
  advance,
  claimDeliveries,
  endPost,
  lockPost,
  type PostRow,
  postById,
  reachOfSubmission,
  recipientsOfSubmission,
  setBlobs,
} from './posts.queries.ts'
import { nextAddresses, nextMailboxes } from './reach.queries.ts'

/** People of one submission: small enough that other mail goes between two, large enough that 10,000 are few. */
const pieceSize = 200

export interface PassingOnOptions {
  database: Database
  mailstore: Pick<Mailstore, 'find' | 'raw' | 'remove'>
  blobs: BlobStore
  outbox: Pick<Outbox, 'submit' | 'wake' | 'isUntried'>
  jobs: Jobs
  log: Log
}

/**
 * Passes a mail on to everybody in a group, a piece of them at a time; each piece is a submission of its own, written in
 * the transaction that says how far it came: a crash between two loses nobody and writes to nobody twice.
 */
export function createPassingOn(options: PassingOnOptions) {
  const pace = createPace(options)
  const work = createPiecework(options, {
    task: 'pass-on-to-group',
    place: z.object({ postId: z.number() }),
    piece: ({ postId }) => piece(options, pace, postId),
  })
  return { passOnIn: (tx: Db, postId: number) => work.enqueue(tx, { postId }) }
}

/** For so long a piece is waited for (ms); then the next comes beside it, in whatever state the outbox is. */
const patienceMs = 5_000
const lookAgainMs = 20

type Pace = ReturnType<typeof createPace>

/**
 * A piece is made while the one before it is delivered, and no sooner: a whole group in the outbox at once would be ahead of
 * all mail that comes after it.
 */
function createPace({ outbox, jobs }: Pick<PassingOnOptions, 'outbox' | 'jobs'>) {
  const latest = new Map<number, SubmissionId>()
  return {
    went: async (postId: number, id: SubmissionId): Promise<void> => {
      const before = latest.get(postId)
      latest.set(postId, id)
      if (before === undefined) return
      const since = performance.now()
      while (!jobs.stopping.aborted && performance.now() - since < patienceMs) {
        if (!(await outbox.isUntried(before))) return
        await wait(lookAgainMs)
      }
    },
    ended: (postId: number): void => void latest.delete(postId),
  }
}

async function piece(options: PassingOnOptions, pace: Pace, postId: number): Promise<boolean> {
  const { database, outbox, log } = options
  const post = await postById(database, postId)
  const group = post && (await groupById(database, post.groupId))
  if (!post || !group || post.state !== 'sending') {
    pace.ended(postId)
    return false
  }
  if (!post.insideBlob) {
    if (await write(options, post, group)) return true
    log.warn({ post: postId }, 'a mail to a group is gone before it was passed on')
    await endPost(database, postId)
    return false
  }
  const { done, inside } = await database.transaction((tx) =>
    nextPiece(options, tx, { postId, group }),
  )
  outbox.wake()
  if (inside !== null) await pace.went(postId, inside)
  if (!done) return true
  pace.ended(postId)
  if (!group.archive) await options.mailstore.remove(group.accountId, [post.messageId])
  return false
}

/** More are written by nobody, and two are as good a reason to rewrite them. */
const mostAuthors = 100

/** Makes and keeps the bytes that members get. @returns false when the mail is not there any more */
async function write(options: PassingOnOptions, post: PostRow, group: GroupRow): Promise<boolean> {
  const { database, mailstore, blobs } = options
  const viewer = { accountId: group.accountId, hidden: [] }
  const message = await mailstore.find(viewer, post.messageId)
  if (!message) return false
  const raw = await mailstore.raw(message)
  const fields = readHeaders(fieldsOf(raw))
  const from = authorsIn(fields, mostAuthors)
  const subject = subjectIn(fields)
  const { foreign, authentication } = post
  const rewriteFrom = mustRewriteFrom({ group, foreign, authentication, from, fields })
  const mail = { raw, group, from, subject }
  const inside = await blobs.put(await listMail({ ...mail, rewriteFrom: false }))
  const outside = rewriteFrom ? await blobs.put(await listMail({ ...mail, rewriteFrom })) : inside
  await database.transaction(async (tx) => {
    const held = await lockPost(tx, post.id)
    if (!held || held.insideBlob) return
    await retainBlobs(tx, [inside, outside])
    await setBlobs(tx, post.id, { inside, outside, rewritten: rewriteFrom })
  })
  return true
}

interface Passing {
  postId: number
  group: GroupRow
}

interface Passed {
  /** That was all. */
  done: boolean
  /** The submission to people of ours; null: there was none. */
  inside: SubmissionId | null
}

/** One piece: people of ours first, then addresses outside. */
async function nextPiece(
  { outbox }: PassingOnOptions,
  tx: Db,
  { postId, group }: Passing,
): Promise<Passed> {
  const post = await lockPost(tx, postId)
  if (post?.state !== 'sending' || !post.insideBlob || !post.outsideBlob)
    return { done: true, inside: null }
  const asked = { groupIds: [group.id], organisationId: group.organisationId }
  const inside = await nextMailboxes(tx, asked, { after: post.afterAccount, limit: pieceSize })
  const isInside = inside.length > 0
  const outside = isInside
    ? []
    : await nextAddresses(tx, asked, { after: post.afterAddress, limit: pieceSize })
  const people = isInside
    ? await withoutOthers(tx, post, inside)
    : await withoutNewcomers(tx, post, outside)
  const fresh = await claimDeliveries(
    tx,
    post,
    people.map(({ address }) => address),
  )
  const recipients = people.filter(({ address }) => fresh.has(address))
  const submitted =
    recipients.length > 0
      ? await outbox.submit(tx, submissionOf(post, group, { recipients, isInside }))
      : null
  if (!isInside && outside.length === 0) {
    await releaseBlobs(tx, [post.insideBlob, post.outsideBlob])
    await endPost(tx, post.id)
    return { done: true, inside: null }
  }
  await advance(tx, post.id, {
    account: inside.at(-1)?.id ?? post.afterAccount,
    address: outside.at(-1)?.address ?? post.afterAddress,
    recipients: recipients.length,
  })
  return { done: false, inside: isInside ? submitted : null }
}

/** Nobody gets by the group what came by name; its author has it in Sent. */
async function withoutOthers<T extends { id: number }>(
  tx: Db,
  post: PostRow,
  people: readonly T[],
): Promise<T[]> {
  const named = post.submissionId ? await recipientsOfSubmission(tx, post.submissionId) : []
  const own = post.foreign ? [] : [post.author.toLowerCase()]
  const others = await accountsAt(tx, [...post.envelope, ...named, ...own])
  return people.filter(({ id }) => !others.has(id))
}

/** Who came in from outside after the gate had looked at the members has not been judged (ADR 40). */
async function withoutNewcomers<T extends { address: string }>(
  tx: Db,
  { submissionId }: PostRow,
  people: readonly T[],
): Promise<readonly T[]> {
  const reach = submissionId && people.length > 0 ? await reachOfSubmission(tx, submissionId) : null
  if (!reach) return people
  const known = new Set(reach)
  return people.filter(({ address }) => known.has(address.toLowerCase()))
}

interface Going {
  recipients: readonly { address: string; name: string }[]
  isInside: boolean
}

function submissionOf(
  post: PostRow,
  group: GroupRow,
  { recipients, isInside }: Going,
): NewSubmission {
  const [hash, size] = isInside
    ? [post.insideBlob, post.insideSize]
    : [post.outsideBlob, post.outsideSize]
  // What somebody else wrote is never signed in our name, unless From names the group.
  const kind = post.foreign && (isInside || !post.rewritten) ? 'forward' : 'mail'
  return {
    accountId: group.accountId,
    // The gate of approval opened the group when its mail was handed over (ADR 34).
    judged: notByPeople,
    kind,
    // A link counts where our signature covers it (RFC 8058 §4).
    leaveGroup: !isInside && kind === 'mail' ? group.id : null,
    sendKey: null,
    // Failures come to the group, never to the author or the members.
    envelopeFrom: group.address,
    blob: { hash: hash as Buffer, size, storedSize: size },
    smtputf8: recipients.some(({ address }) => !/^[\x20-\x7e]*$/.test(address)),
    holdUntil: null,
    authentication: post.authentication,
    recipients: recipients.map(({ address, name }) => ({ address, name, kind: 'bcc' as const })),
  }
}
