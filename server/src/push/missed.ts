import type { PushMessage } from '@hongyan/contract/push'
import type { FolderSight } from '../features/folders/folders.public.ts'
import type { Mailstore } from '../mailstore/mailstore.ts'
import type { Change } from '../mailstore/types.ts'
import type { Caller } from '../platform/http/http.ts'
import type { FolderId, MessageId } from '../platform/ids.ts'

/** More missed than this, in changes or in characters: the browser loads everything again. */
const maxChanges = 500
const maxSize = 128 * 1024

interface Options {
  caller: Caller
  mailstore: Pick<Mailstore, 'changesAfter' | 'feedFloor' | 'rows' | 'visible'>
  sightOf(login: Caller): Promise<Pick<FolderSight, 'hidden' | 'hasLocks'>>
}

/** What one login has not seen yet, as the texts to send; `modseq` is where it stands after them. */
export type Missed = { kind: 'texts'; texts: string[]; modseq: number } | { kind: 'too-much' }

/** Reads the feed for one login. Never answers more than a browser should be sent, however long it was away. */
export function createMissed({ caller, mailstore, sightOf }: Options) {
  /**
   * What came in while nobody listened may have been read, deleted, moved or put behind a folder's password since.
   * Mail that comes in now is told without asking.
   */
  const placesOfNews = async (
    changes: readonly Change[],
    hidden: readonly FolderId[],
  ): Promise<PlaceOf> => {
    if (changes.length === 1) return (one) => one.folderId
    const ids = changes.flatMap(({ detail }) => (detail.news ?? []).map((one) => one.messageId))
    if (ids.length === 0) return () => null
    const rows = await mailstore.rows({ accountId: caller.accountId, hidden }, ids)
    const places = new Map(rows.filter((row) => !row.seen).map((row) => [row.id, row.folderId]))
    return (one) => places.get(one.messageId) ?? null
  }

  /** A reminder names its mail too: it is left out when that lies behind a folder's password by now. */
  const unmentionable = async (
    changes: readonly Change[],
    hidden: readonly FolderId[],
  ): Promise<ReadonlySet<MessageId>> => {
    const ids = changes.flatMap(({ detail }) =>
      (detail.reminders ?? []).map((one) => one.messageId),
    )
    if (ids.length === 0 || hidden.length === 0) return new Set()
    const visible = await mailstore.visible({ accountId: caller.accountId, hidden }, ids)
    return new Set(ids).difference(new Set(visible))
  }

  /** Up to this position no folder of the account has a password: such mailboxes are told without a query. */
  let lockless: number | null = null

  const hiddenNow = async (
    changes: readonly Change[],
    { since, upTo }: { since: number; upTo: number },
  ): Promise<readonly FolderId[]> => {
    const stillLockless = lockless === since && changes.every(({ kind }) => kind !== 'folders')
    const sight = stillLockless ? { hidden: [], hasLocks: false } : await sightOf(caller)
    lockless = sight.hasLocks ? null : upTo
    return sight.hidden
  }

  return async (since: number): Promise<Missed> => {
    const range = { since, limit: maxChanges + 1 }
    const changes = await mailstore.changesAfter(caller.accountId, range)
    // Read after the changes: what was swept in between must not look like nothing.
    const isWhole = changes[0]?.modseq === since + 1
    if (!isWhole && (await mailstore.feedFloor(caller.accountId)) > since) {
      return { kind: 'too-much' }
    }
    if (changes.length === 0) return { kind: 'texts', texts: [], modseq: since }
    if (changes.length > maxChanges) return { kind: 'too-much' }
    const upTo = changes.at(-1)?.modseq ?? since
    const hidden = await hiddenNow(changes, { since, upTo })
    const placeOf = await placesOfNews(changes, hidden)
    const secret = await unmentionable(changes, hidden)
    const sight = { hidden: new Set(hidden), placeOf, secret }
    const texts = changes.flatMap((change) =>
      [...messagesOf(change, sight)].map((one) => JSON.stringify(one)),
    )
    const size = texts.reduce((sum, text) => sum + text.length, 0)
    if (size > maxSize) return { kind: 'too-much' }
    return { kind: 'texts', texts, modseq: upTo }
  }
}

type News = NonNullable<Change['detail']['news']>[number]
/** The folder that a new mail lies in; null when it is no news any more. */
type PlaceOf = (news: News) => FolderId | null

/** What one login may be told. */
interface Sight {
  hidden: ReadonlySet<FolderId>
  placeOf: PlaceOf
  secret: ReadonlySet<MessageId>
}

/** What happens in a locked folder alone is not told at all; what left it or went into it, without its counters. */
function* messagesOf(change: Change, { hidden, placeOf, secret }: Sight): Generator<PushMessage> {
  const { modseq, kind, messageIds, detail } = change
  const folders = (detail.folders ?? []).filter((one) => !hidden.has(one.folderId))
  const places = [...(detail.places ?? []), ...(detail.folders ?? []).map((one) => one.folderId)]
  if (places.length > 0 && places.every((one) => hidden.has(one))) return
  const { origin } = detail
  yield { optType: 'mailbox', modseq, kind, mailIds: messageIds, folders, origin }
  for (const one of detail.news ?? []) {
    const place = placeOf(one)
    if (place === null || hidden.has(place)) continue
    yield {
      optType: 'mail',
      modseq,
      mailId: one.messageId,
      mailboxId: place,
      mailSubject: one.subject,
      mailFrom: { name: one.fromName, address: one.fromAddress },
      notify: true,
    }
  }
  yield* remindersOf(change, secret)
}

function* remindersOf(
  { modseq, detail }: Change,
  secret: ReadonlySet<MessageId>,
): Generator<PushMessage> {
  for (const one of detail.reminders ?? []) {
    if (secret.has(one.messageId)) continue
    yield {
      optType: 'todo',
      modseq,
      pendingId: one.todoId,
      mailId: one.messageId,
      mailboxId: one.folderId,
      mailSubject: one.subject,
      note: one.note,
      dueTime: one.dueAt,
    }
  }
}
