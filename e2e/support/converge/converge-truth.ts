import { folders } from '@hongyan/contract/folders'
import { messages } from '@hongyan/contract/messages'
import type { Api } from '../../durability/api.ts'
import type { Random } from '../../durability/random.ts'
import type { Seen } from './converge-page.ts'

/** More than the test's mailbox holds. */
const pageSize = 100
/** A list on screen shows at least so many of the rows that there are from its first one on. */
const fewestShown = 8
const routes = {
  inbox: '#/inbox',
  sent: '#/outbox',
  drafts: '#/draftbox',
  trash: '#/recyclebin',
  junk: '#/junk',
}

/** Every folder with its route. */
export async function placesOf(api: Api) {
  const { folderList, customList } = await api.get(folders.list, {})
  return [...folderList, ...customList].map((folder) => ({
    ...folder,
    route:
      folder.role && folder.role !== 'archive'
        ? routes[folder.role]
        : `#/custombox/${folder.folderId}`,
  }))
}

/** What a page at this route must show, by the server. */
export async function truthAt(api: Api, hash: string): Promise<Seen> {
  const places = await placesOf(api)
  const here = places.find(({ route }) => route === hash)
  const list = here
    ? (await api.get(messages.list, { mailboxId: here.folderId, pageSize })).list
    : []
  return {
    hash,
    rows: list.map(({ mailId, seen, starred }) => ({ mailId, unread: !seen, starred })),
    counts: Object.fromEntries(
      places.map(({ route, role, mail, unread }) => [
        route,
        role === 'trash' || role === 'sent' ? 0 : role === 'drafts' ? mail : unread,
      ]),
    ),
  }
}

/** The folders that a page shows, without entries that are no folder (a navigation of another part of the screen). */
export const comparable = (seen: Seen, truth: Seen): Seen => ({
  ...seen,
  counts: Object.fromEntries(
    Object.entries(truth.counts)
      .filter(([route]) => route in seen.counts)
      .map(([route]) => [route, seen.counts[route] ?? 0]),
  ),
})

/** Of what the server has, what this page shows: a list that scrolls shows a piece without a gap. */
export const onlyShown = (truth: Seen, seen: Seen): Seen => ({
  ...truth,
  rows: pieceOf(truth.rows, seen.rows),
  counts: Object.fromEntries(
    Object.entries(truth.counts).filter(([route]) => route in seen.counts),
  ),
})

/** One step of a program that uses the same account by calls alone. Refusals are part of the game. */
export async function actByCall(api: Api, random: Random, deliver: () => Promise<void>) {
  const kind = random.below(100)
  if (kind < 25) return deliver()
  const places = await placesOf(api)
  const from = places[random.below(places.length)]
  if (!from) return
  if (kind < 33) return changeFolders(api, random, places)
  const { list } = await api.get(messages.list, { mailboxId: from.folderId, pageSize: 30 })
  const mailIds = list.filter(() => random.below(5) === 0).map(({ mailId }) => mailId)
  if (mailIds.length === 0) return
  const target = places[random.below(places.length)]?.folderId
  const value = random.below(2) === 0
  if (kind < 50) await api.call(messages.seen, { mailIds, seen: value })
  else if (kind < 64) await api.call(messages.star, { mailIds, starred: value })
  else if (kind < 82) await api.call(messages.move, { mailIds, targetMailboxId: target })
  else if (kind < 92) await api.call(messages.recycle, { mailIds })
  else await api.call(messages.destroy, { mailIds: mailIds.slice(0, 1) })
}

async function changeFolders(
  api: Api,
  random: Random,
  places: Awaited<ReturnType<typeof placesOf>>,
): Promise<void> {
  const own = places.filter(({ role }) => role === null)
  const one = own[random.below(Math.max(1, own.length))]
  // No digits: beside the name stands the count.
  const folderName = `箱${String.fromCodePoint(0x4e00 + random.below(20_000))}`
  if (own.length < 4 || !one) await api.call(folders.save, { folderName })
  else await api.call(folders.rename, { folderId: one.folderId, folderName })
}

function pieceOf(all: Seen['rows'], shown: Seen['rows']): Seen['rows'] {
  const first = all.findIndex(({ mailId }) => mailId === shown[0]?.mailId)
  const rest = all.slice(Math.max(0, first))
  return rest.slice(0, Math.max(shown.length, fewestShown))
}
