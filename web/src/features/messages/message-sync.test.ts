// @vitest-environment happy-dom
import type { PushMessage } from '@hongyan/contract/push'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../lib/queries.ts'
import { forgetSession } from '../../lib/session-end.ts'
import { applyCounts, foldersQuery, refreshFolders } from '../folders/folders.public.ts'
import { dropRows, patchFlags } from './message-query.ts'
import { applyPush, noteListAsked, refreshLists, whileChanging } from './message-sync.ts'

let loads = 0
let stop: () => void

const flags = (mailIds: number[], origin?: string): PushMessage => ({
  optType: 'mailbox',
  origin,
  modseq: 1,
  kind: 'flags',
  mailIds,
  folders: [],
})

beforeEach(async () => {
  vi.useFakeTimers()
  loads = 0
  const list = new QueryObserver(queryClient, {
    queryKey: ['list', 'folder:1'],
    queryFn: async () => {
      loads++
      return { list: [], total: 0 }
    },
  })
  stop = list.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(10)
  loads = 0
})

afterEach(() => {
  stop()
  queryClient.clear()
  forgetSession('signed-out')
  vi.useRealTimers()
})

describe('lists follow push', () => {
  it('PUSH-08 load again once for many changes of others', async () => {
    for (let id = 1; id < 20; id++) applyPush(flags([id]))
    await vi.advanceTimersByTimeAsync(5_000)
    expect(loads).toBe(1)
  })

  it('PUSH-08 what push repeats of an own change is known by its name, however late it comes', async () => {
    const names: string[] = []
    await whileChanging([5], async ({ origin }) => void names.push(origin))
    const [own] = names
    applyPush(flags([5], own))
    await vi.advanceTimersByTimeAsync(5_000)
    expect(loads).toBe(0)
    // Its name counts, not the time: one that comes late is an own one still.
    await vi.advanceTimersByTimeAsync(60_000)
    applyPush(flags([5], own))
    await vi.advanceTimersByTimeAsync(5_000)
    expect(loads).toBe(0)
  })

  it('PUSH-08 what another tab does to a mail in the same moment is not taken for an own change', async () => {
    await whileChanging([5], async () => undefined)
    queryClient.setQueryData(['mail', 5], { mailId: 5, seen: true })
    applyPush(flags([5], 'another.1'))
    expect(queryClient.getQueryState(['mail', 5])?.isInvalidated).toBe(true)
    await vi.advanceTimersByTimeAsync(200)
    expect(loads).toBe(1)
  })

  it('PUSH-08 an own change of a conversation marks copies of its other mails as old; a refused one is not own', async () => {
    const names: string[] = []
    for (const id of [5, 6]) queryClient.setQueryData(['mail', id], { mailId: id, seen: true })
    await whileChanging([5], async ({ origin }) => void names.push(origin))
    applyPush(flags([5, 6], names[0]))
    const isOld = (id: number) => queryClient.getQueryState(['mail', id])?.isInvalidated
    expect([isOld(5), isOld(6)]).toEqual([false, true])
    const refused = whileChanging([5], async ({ origin }) => {
      names.push(origin)
      throw new Error('refused')
    })
    await expect(refused).rejects.toThrow('refused')
    await vi.advanceTimersByTimeAsync(100)
    loads = 0
    applyPush(flags([5], names[1]))
    await vi.advanceTimersByTimeAsync(200)
    expect([loads, isOld(5)]).toEqual([1, true])
  })

  it('PUSH-08 a list that was asked for while a change was under way is asked for again after it', async () => {
    await whileChanging([5], async () => noteListAsked(false))
    await vi.advanceTimersByTimeAsync(100)
    expect(loads).toBe(1)
  })

  it('PUSH-08 a list that changed while another was on screen is asked for again, whatever was done there meanwhile', async () => {
    const answers = ['before', 'after'].map((subject) => ({ list: [], total: 0, subject }))
    const page = {
      queryKey: ['list', 'folder:4'],
      queryFn: async () => answers.shift(),
      staleTime: 60_000,
    }
    const look = () => new QueryObserver(queryClient, page).subscribe(() => undefined)
    const leave = look()
    await vi.advanceTimersByTimeAsync(10)
    leave()
    applyPush(flags([7], 'another.1'))
    await vi.advanceTimersByTimeAsync(200)
    patchFlags(new Set([5]), { starred: true })
    dropRows(new Set([6]))
    const leaveAgain = look()
    await vi.advanceTimersByTimeAsync(10)
    expect(queryClient.getQueryData(page.queryKey)).toMatchObject({ subject: 'after' })
    leaveAgain()
  })

  it.each([
    ['on screen', true],
    ['fetched ahead', false],
  ])(
    'PUSH-08 a first page that was on its way when a change came is asked for again: %s',
    async (_, shown) => {
      const answers = ['before', 'after']
      const page = {
        queryKey: ['list', 'folder:3'],
        queryFn: async () => {
          const answer = answers.shift()
          await new Promise((resolve) => setTimeout(resolve, 50))
          return answer
        },
      }
      const observer = new QueryObserver(queryClient, page)
      const leave = shown ? observer.subscribe(() => undefined) : () => undefined
      if (!shown) void queryClient.prefetchQuery(page)
      await vi.advanceTimersByTimeAsync(10)
      applyPush({ optType: 'mailbox', modseq: 2, kind: 'added', mailIds: [7], folders: [] })
      await vi.advanceTimersByTimeAsync(60)
      if (!shown) {
        expect(queryClient.getQueryState(page.queryKey)?.isInvalidated).toBe(true)
        return
      }
      await vi.advanceTimersByTimeAsync(60)
      expect(queryClient.getQueryData(page.queryKey)).toBe('after')
      leave()
    },
  )

  it('PUSH-08 a reload that an own change stopped is made up for', async () => {
    refreshLists(0)
    await vi.advanceTimersByTimeAsync(0)
    const slow = queryClient.fetchQuery({
      queryKey: ['list', 'folder:2'],
      queryFn: ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      retry: false,
    })
    slow.catch(() => undefined)
    await vi.advanceTimersByTimeAsync(100)
    loads = 0
    await whileChanging([5], async () => undefined)
    await vi.advanceTimersByTimeAsync(100)
    expect(loads).toBe(1)
  })

  it('PUSH-08 an own change that was refused shows what the server has', async () => {
    const refused = whileChanging([5], async () => {
      throw new Error('refused')
    })
    await expect(refused).rejects.toThrow('refused')
    await vi.advanceTimersByTimeAsync(100)
    expect(loads).toBe(1)
  })
})

describe('the first greeting', () => {
  it('PUSH-08 a list that was asked for together with the folders is loaded again: a change may be in neither', async () => {
    noteListAsked(true)
    noteListAsked(false)
    applyPush({ optType: 'hello', modseq: 1 })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(loads).toBe(1)
    applyPush({ optType: 'hello', modseq: 1 })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(loads).toBe(1)
  })

  it('PUSH-08 §Speed a list that was asked for after the folders is not loaded again', async () => {
    noteListAsked(false)
    applyPush({ optType: 'hello', modseq: 1 })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(loads).toBe(0)
  })
})

const folder = (unread: number) => ({
  folderId: 1,
  folderName: '收件箱',
  role: 'inbox' as const,
  parentId: null,
  mail: 9,
  unread,
  pwd: false,
  lockedBy: null,
  show: true,
  retention: null,
})
const lists = (modseq: number, unread: number) => ({
  folderList: [folder(unread)],
  customList: [],
  folderOutList: [],
  modseq,
})
/** The answer of the server comes; what the page shows then. */
async function answer(body: object): Promise<number | undefined> {
  const json = JSON.stringify({ code: 200, message: '', data: body })
  vi.stubGlobal('fetch', async () => new Response(json, { status: 200 }))
  await queryClient.fetchQuery({ ...foldersQuery, staleTime: 0 })
  vi.unstubAllGlobals()
  return queryClient.getQueryData(foldersQuery.queryKey)?.folderList[0]?.unread
}

describe('folder counters', () => {
  it('PUSH-08 an answer that is older than what push told does not put old counters back', async () => {
    expect(await answer(lists(3, 5))).toBe(5)
    applyCounts([{ folderId: 1, mail: 9, unread: 4 }], 4)
    expect(await answer(lists(3, 5))).toBe(4)
    expect(await answer(lists(6, 2))).toBe(2)
  })

  it('PUSH-05 LIMITS-06 the folders are loaded again 500 ms after a change, once for all that come meanwhile', async () => {
    const asked = vi.spyOn(queryClient, 'invalidateQueries')
    const times = () =>
      asked.mock.calls.filter(([filter]) => filter?.queryKey === foldersQuery.queryKey).length
    refreshFolders(500)
    await vi.advanceTimersByTimeAsync(499)
    refreshFolders(500)
    expect(times()).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(times()).toBe(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(times()).toBe(1)
    asked.mockRestore()
  })
})
