// @vitest-environment happy-dom
import { allEndpoints } from '@hongyan/contract/all'
import { type MemberLevel, mayMemberCall } from '@hongyan/contract/endpoint'
import type { Folder, FolderRole } from '@hongyan/contract/folders'
import type { MessageItem } from '@hongyan/contract/messages'
import type { UserInfo } from '@hongyan/contract/session'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mayNow, userQuery } from '../../lib/me.ts'
import { queryClient } from '../../lib/queries.ts'
import { showTroublesBy } from '../../lib/trouble.ts'
import type { BulkActions } from './action-types.ts'
import { actionsOn, bulkActions } from './bulk-actions.ts'
import { offeredActions } from './list/bars/offered-actions.ts'
import { selectWhole } from './list/list-store.ts'
import { rowActions } from './list/rows/row-actions.ts'
import { moveMessages, recycleMessages } from './message-actions.ts'
import type { Screen } from './screen-types.ts'

const item = {
  mailId: 5,
  mailboxId: 2,
  threadId: 5,
  seen: false,
  starred: false,
  pinned: false,
  color: 0,
  draft: false,
  labels: [],
  conversation: null,
  mailSubject: 'x',
  mailFrom: { name: '', address: 'p@other.test' },
} as unknown as MessageItem
const folder = { folderId: 3, role: null } as unknown as Folder
const levels = ['read', 'send-as', 'on-behalf', 'full'] as const satisfies MemberLevel[]

let asked: string[] = []
let told = 0

beforeEach(() => {
  asked = []
  told = 0
  showTroublesBy(() => void told++)
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(new URL(String(url), 'http://x').pathname.replace('/api/', ''))
    return new Response(JSON.stringify({ code: 200, message: '', data: { from: [], count: 0 } }))
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

const enterAs = (level: MemberLevel | null) =>
  queryClient.setQueryData(userQuery.queryKey, {
    member: level && { level },
  } as unknown as UserInfo)

const screenIn = (role: FolderRole | null) =>
  ({
    place: { folder: { folderId: 2, role } },
    list: { source: { kind: 'folder', folderId: 2 }, view: { filter: 'all' } },
  }) as unknown as Screen

/** Everything that can be done with a mail, by every way that leads there. */
function everyDeed(role: FolderRole | null): Record<string, () => void> {
  const screen = () => screenIn(role)
  const means = {
    targets: () => [item],
    away: (targets: readonly MessageItem[], run: (of: readonly MessageItem[]) => unknown) =>
      run(targets),
    move: (targets: readonly MessageItem[]) => void moveMessages(targets, folder),
    remove: (targets: readonly MessageItem[]) => void recycleMessages(targets),
    go: () => undefined,
    ask: () => undefined,
  } as unknown as Parameters<typeof actionsOn>[1]
  const deeds = (actions: BulkActions, name: string) => ({
    [`${name} seen`]: () => actions.seen(true),
    [`${name} star`]: actions.star,
    [`${name} pin`]: actions.pin,
    [`${name} color`]: () => actions.color(2),
    [`${name} move`]: () => actions.move(folder),
    [`${name} archive`]: actions.archive,
    [`${name} spam`]: () => actions.spam(true),
    [`${name} restore`]: actions.restore,
    [`${name} remove`]: actions.remove,
    [`${name} export`]: actions.exportMail,
  })
  return {
    ...deeds(actionsOn(screen, means), 'on a mail'),
    ...deeds(bulkActions(screen, means), 'by key'),
    'star of the row': () => rowActions(() => []).star(item),
  }
}

const endpoints = allEndpoints
const isRefused = (path: string, level: MemberLevel): boolean => {
  const endpoint = endpoints.find((one) => one.path === path)
  return endpoint === undefined || !mayMemberCall(endpoint, level)
}

it.each(levels)(
  'a member who may %s asks for nothing that is refused, and is told so',
  async (level) => {
    const wanted = await wantedByOwner()
    enterAs(level)
    for (const whole of [false, true]) {
      for (const [name, run] of Object.entries(everyDeed('inbox'))) {
        const refused = wanted.get(`${whole} ${name}`)?.some((path) => isRefused(path, level))
        selectWhole(whole)
        asked = []
        told = 0
        run()
        await new Promise((resolve) => setTimeout(resolve))
        expect(
          asked.filter((path) => isRefused(path, level)),
          name,
        ).toEqual([])
        expect({ name, told }).toEqual({ name, told: refused ? 1 : 0 })
      }
    }
  },
)

/** What each deed asks for where nothing is refused. */
async function wantedByOwner(): Promise<ReadonlyMap<string, readonly string[]>> {
  enterAs(null)
  const wanted = new Map<string, readonly string[]>()
  for (const whole of [false, true]) {
    for (const [name, run] of Object.entries(everyDeed('inbox'))) {
      selectWhole(whole)
      asked = []
      run()
      await vi.waitFor(() => expect(asked, name).not.toEqual([]), { interval: 1 })
      wanted.set(`${whole} ${name}`, asked)
    }
  }
  return wanted
}

it('what is offered is what is allowed: reading offers no star, no move, no answer', () => {
  const labels = (level: MemberLevel, role: FolderRole, whole = false) => {
    enterAs(level)
    const actions = {} as BulkActions
    return offeredActions({ may: mayNow, chosen: [item], role, actions, whole }).map(({ id }) => id)
  }
  expect(labels('read', 'inbox')).toEqual(['seen', 'export', 'related'])
  expect(labels('read', 'trash')).toEqual(['seen', 'export', 'related'])
  expect(labels('read', 'inbox', true)).toEqual([])
  expect(labels('send-as', 'inbox')).toContain('delete')
  expect(labels('send-as', 'trash')).not.toContain('delete')
  expect(labels('send-as', 'inbox', true)).toEqual([])
  expect(labels('full', 'trash')).toContain('delete')
  expect(labels('full', 'inbox', true)).toContain('archive')
})
