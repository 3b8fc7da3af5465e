import type { PushMessage } from '@hongyan/contract/push'
import type { Mailstore } from '../mailstore/mailstore.ts'
import type { Change } from '../mailstore/types.ts'
import type { Caller } from '../platform/http/http.ts'
import type { FolderId } from '../platform/ids.ts'

/** More missed than this, in changes or in characters: the browser loads everything again. */
const maxChanges = 500
const maxSize = 128 * 1024

interface Options {
  caller: Caller
  mailstore: Pick<Mailstore, 'changesAfter' | 'rows'>
  hiddenFor(login: Caller): Promise<readonly FolderId[]>
}

/** What one login has not seen yet, as the texts to send; `modseq` is where it stands after them. */
export type Missed = { kind: 'texts'; texts: string[]; modseq: number } | { kind: 'too-much' }

/** Reads the feed for one login. Never answers more than a browser should be sent, however long it was away. */
export function createMissed({ caller, mailstore, hiddenFor }: Options) {
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

  return async (since: number): Promise<Missed> => {
    const range = { since, limit: maxChanges + 1 }
    const changes = await mailstore.changesAfter(caller.accountId, range)
    if (changes.length === 0) return { kind: 'texts', texts: [], modseq: since }
    if (changes.length > maxChanges) return { kind: 'too-much' }
    const hidden = await hiddenFor(caller)
    const placeOf = await placesOfNews(changes, hidden)
    const sight = { hidden: new Set(hidden), placeOf }
    const texts = changes.flatMap((change) =>
      [...messagesOf(change, sight)].map((one) => JSON.stringify(one)),
    )
    const size = texts.reduce((sum, text) => sum + text.length, 0)
    if (size > maxSize) return { kind: 'too-much' }
    return { kind: 'texts', texts, modseq: changes.at(-1)?.modseq ?? since }
  }
}

type News = NonNullable<Change['detail']['news']>[number]
/** The folder that a new mail lies in; null when it is no news any more. */
type PlaceOf = (news: News) => FolderId | null

/** What happens in a locked folder alone is not told at all; what left it or went into it, without its counters. */
function* messagesOf(
  change: Change,
  { hidden, placeOf }: { hidden: ReadonlySet<FolderId>; placeOf: PlaceOf },
): Generator<PushMessage> {
  const { modseq, kind, messageIds, detail } = change
  const folders = (detail.folders ?? []).filter((one) => !hidden.has(one.folderId))
  const places = [...(detail.places ?? []), ...(detail.folders ?? []).map((one) => one.folderId)]
  if (places.length > 0 && places.every((one) => hidden.has(one))) return
  yield { optType: 'mailbox', modseq, kind, mailIds: messageIds, folders }
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
  yield* remindersOf(change, hidden)
}

function* remindersOf(
  { modseq, detail }: Change,
  hidden: ReadonlySet<FolderId>,
): Generator<PushMessage> {
  for (const one of detail.reminders ?? []) {
    if (hidden.has(one.folderId)) continue
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
