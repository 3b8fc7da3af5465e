// @vitest-environment happy-dom
import type { CallInput, Endpoint } from '@hongyan/contract/endpoint'
import { folders } from '@hongyan/contract/folders'
import { messages } from '@hongyan/contract/messages'
import { session } from '@hongyan/contract/session'
import { settings } from '@hongyan/contract/settings'
import { start } from '@hongyan/contract/start'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { rememberWarm } from '../features/folders/folders.public.ts'
import { call } from '../lib/api.ts'
import { forgetSession } from '../lib/session-end.ts'
import { askFirst } from './ask-first.ts'

/** What the server answers, by path; and what it was asked, in order. */
let answers: Record<string, { status: number; code?: number; data?: unknown }>
let asked: string[]

const page = { list: [], total: 0, hasMore: false }
const list = { mailboxId: 7, pageSize: 30, conversation: false }
const whole = {
  user: { userName: 'of all' },
  settings: { mailCount: 30 },
  platform: { organisation: 'of all' },
  folders: { folderList: [], modseq: 1 },
  inbox: { ...list, page },
}
const alone = { status: 200, data: 'alone' }

beforeEach(() => {
  asked = []
  answers = {
    [start.first.path]: { status: 200, data: whole },
    [session.userInfo.path]: alone,
    [settings.index.path]: alone,
    [settings.platform.path]: alone,
    [folders.list.path]: alone,
    [messages.list.path]: alone,
  }
  localStorage.setItem('accessToken', 'a')
  localStorage.setItem('refreshToken', 'r')
  localStorage.setItem('tokenExpiresAt', String(Date.now() + 3_600_000))
  vi.stubGlobal('fetch', async (url: string) => {
    const path = url.replace('/api/', '').replace(/\?.*/, '')
    asked.push(path)
    const { status, code = status, data } = answers[path] ?? { status: 404 }
    return new Response(JSON.stringify({ code, message: '', data }), { status })
  })
})

afterEach(() => {
  forgetSession('signed-out')
  localStorage.clear()
  location.hash = ''
  vi.unstubAllGlobals()
})

/** As a screen asks: it knows nothing of the one call. */
const get = <E extends Endpoint>(endpoint: E, input: CallInput<E>) =>
  call(endpoint, input).catch((error) => error.kind)

const listAsked = (query: object) => get(messages.list, { query } as never)
const parts = () =>
  Promise.all([
    get(session.userInfo, {}),
    get(settings.index, { body: {} }),
    get(settings.platform, {}),
    get(folders.list, { query: {} }),
  ])

it('§Speed every part of the first screen is found in the one answer, and asked for anew after that', async () => {
  location.hash = '#/inbox'
  const found = askFirst()
  expect(await parts()).toEqual([whole.user, whole.settings, whole.platform, whole.folders])
  expect(await found).toMatchObject(list)
  expect(await listAsked({ mailboxId: 7, pageSize: 30 })).toEqual(page)
  expect(asked).toEqual([start.first.path])
  expect(await listAsked({ mailboxId: 7, pageSize: 30 })).toBe('alone')
})

it('§Speed the list that is drawn by what was known last time waits for the same answer', async () => {
  location.hash = '#/inbox'
  rememberWarm({ inbox: 7, pageSize: 30 })
  void askFirst()
  expect(await listAsked({ mailboxId: 7, pageSize: 30 })).toEqual(page)
  expect(asked).toEqual([start.first.path])
})

it('§Speed a list of another length than the answer brings is asked for, after the folders are here', async () => {
  location.hash = '#/inbox'
  rememberWarm({ inbox: 7, pageSize: 15 })
  void askFirst()
  expect(await listAsked({ mailboxId: 7, pageSize: 15 })).toBe('alone')
  expect(await listAsked({ mailboxId: 7, pageSize: 30 })).toEqual(page)
  expect(asked).toEqual([start.first.path, messages.list.path])
})

it.each([
  [500, 500],
  [403, 403332],
  [403, 403110],
  [404, 404000],
])(
  '§Speed where the whole is answered by %i (%i), each part is asked for alone, the list after the folders',
  async (status, code) => {
    location.hash = '#/inbox'
    rememberWarm({ inbox: 7, pageSize: 30 })
    answers[start.first.path] = { status, code }
    answers[session.userInfo.path] = { status: 500 }
    askFirst().catch(() => undefined)
    const [user, ...others] = await parts()
    expect(user).toBe('failed')
    expect(others).toEqual(['alone', 'alone', 'alone'])
    expect(await listAsked({ mailboxId: 7, pageSize: 30 })).toBe('alone')
    expect(asked.toSorted()).toEqual(Object.keys(answers).toSorted())
    expect(asked.indexOf(messages.list.path)).toBeGreaterThan(asked.indexOf(folders.list.path))
  },
)

it('AUTH-15 an answer that comes after the sign-out is kept for nobody', async () => {
  location.hash = '#/inbox'
  const found = askFirst()
  forgetSession('signed-out')
  expect(await found).toBeNull()
  expect(await listAsked({ mailboxId: 7, pageSize: 30 })).toBe('alone')
  expect((await parts())[0]).toBe('alone')
})

it.each([
  ['locked', 400, 401014],
  ['expired', 401, 401],
])('AUTH-14 SECURITY-22 a session that is %s is asked nothing more', async (kind, status, code) => {
  location.hash = '#/inbox'
  rememberWarm({ inbox: 7, pageSize: 30 })
  answers[start.first.path] = { status, code }
  askFirst().catch(() => undefined)
  const waiting = [parts(), listAsked({ mailboxId: 7, pageSize: 30 })] as const
  expect(await waiting[0]).toEqual([kind, kind, kind, kind])
  expect(await waiting[1]).toBe(kind)
  expect(asked).toEqual([start.first.path])
})
