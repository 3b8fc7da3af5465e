// @vitest-environment happy-dom

import { folders } from '@hongyan/contract/folders'
import { session } from '@hongyan/contract/session'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError, call } from './api.ts'
import { exchangePair, tokensOf } from './renew.ts'
import { login, logout, subscribe } from './session.ts'
import { storeSwitched, storeTokens } from './tokens.ts'

interface Sent {
  url: string
  authorization: string | null
  language: string | null
  body: unknown
}

const pair = {
  accessToken: 'access-2',
  refreshToken: 'refresh-2',
  expiresIn: 900,
  secondVerified: false,
  forceChangePwd: false,
}
let sent: Sent[] = []
let answers: (() => Response)[] = []

const answer =
  (status: number, code: number, data: unknown = {}) =>
  () =>
    new Response(JSON.stringify({ code, message: `message ${code}`, data }), { status })

const signIn = (secondsLeft = 600) =>
  storeTokens({
    accessToken: 'access-1',
    refreshToken: 'refresh-1',
    expiresAt: Date.now() + secondsLeft * 1000,
  })

beforeEach(() => {
  sent = []
  answers = []
  localStorage.clear()
  document.documentElement.lang = 'en'
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    sent.push({
      url: String(url),
      authorization: headers.get('authorization'),
      language: headers.get('accept-language'),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : null,
    })
    const next = answers.shift()
    if (!next) throw new TypeError('Failed to fetch')
    return next()
  })
})
afterEach(() => vi.unstubAllGlobals())

it('AUTH-11 stores both tokens and sets a readable token cookie that carries no secret', async () => {
  answers = [answer(200, 200, pair)]
  await login({ username: 'emma', password: 'Hongyan-Demo-2026' })
  expect(localStorage.getItem('accessToken')).toBe('access-2')
  expect(localStorage.getItem('refreshToken')).toBe('refresh-2')
  expect(document.cookie).toContain('token=1')
  expect(document.cookie).not.toContain('access-2')
})

it('AUTH-10 stores no token while a second verification is due', async () => {
  answers = [answer(200, 200, { ...pair, secondVerified: true })]
  await login({ username: 'emma', password: 'Hongyan-Demo-2026' })
  expect(localStorage.getItem('accessToken')).toBeNull()
})

it('AUTH-12 forgets everything stored when a login is refused, and hands the answer on', async () => {
  signIn()
  answers = [answer(400, 400101)]
  await expect(login({ username: 'emma', password: 'wrong-password' })).rejects.toMatchObject({
    code: 400101,
    kind: 'refused',
    message: 'message 400101',
  })
  expect(localStorage.length).toBe(0)
  expect(document.cookie).not.toContain('token=1')
})

it('AUTH-13 sends the fixed client credential before login and AUTH-14 the bearer token after', async () => {
  answers = [answer(200, 200, { domains: [] }), answer(200, 200, {})]
  await call(session.domains, {})
  signIn()
  await call(session.userInfo, {})
  expect(sent[0]?.authorization).toMatch(/^Basic /)
  expect(sent[1]?.authorization).toBe('Bearer access-1')
  expect(sent[1]?.language).toBe('en')
})

it('AUTH-15 clears cookie and storage on logout even when the call fails', async () => {
  signIn()
  sessionStorage.setItem('userMail', 'emma@demo.hongyan.test')
  await logout()
  expect(sent[0]?.url).toBe('/api/oauth/logout')
  expect(localStorage.length + sessionStorage.length).toBe(0)
  expect(document.cookie).not.toContain('token=1')
})

it('AUTH-16 goes to the stored logout link only when it is a page of this app (T17)', async () => {
  const goTo: string[] = []
  const stop = subscribe((event) => {
    if (event.kind === 'signed-out') goTo.push(event.goTo)
  })
  for (const link of ['/404', 'https://evil.example/', '//evil.example']) {
    signIn()
    localStorage.setItem('logoutLink', link)
    await logout()
  }
  stop()
  expect(goTo).toEqual(['/404', '/login', '/login'])
})

it('AUTH-18 renews a token that is about to expire once, however many calls wait for it', async () => {
  signIn(30)
  answers = [answer(200, 200, pair), answer(200, 200), answer(200, 200)]
  await Promise.all([call(session.userInfo, {}), call(folders.list, { query: {} })])
  expect(sent.map(({ url }) => url)).toEqual([
    '/api/verify/token',
    '/api/user/info',
    '/api/mail/main/folder/list',
  ])
  expect(sent[0]?.body).toEqual({ refreshToken: 'refresh-1' })
  expect(sent[1]?.authorization).toBe('Bearer access-2')
})

it('AUTH-18 ends the session when the refresh token is refused, not when the line is down', async () => {
  signIn(-10)
  await expect(call(session.userInfo, {})).rejects.toMatchObject({ kind: 'offline' })
  expect(localStorage.getItem('refreshToken')).toBe('refresh-1')
  answers = [answer(401, 401)]
  await expect(call(session.userInfo, {})).rejects.toMatchObject({ kind: 'expired' })
  expect(localStorage.length).toBe(0)
})

/** Another tab goes on in another mailbox: this page hears nothing of it yet. */
function switchElsewhere() {
  localStorage.setItem('login', 'of-the-box')
  localStorage.setItem('refreshToken', 'box-refresh')
  localStorage.setItem('accessToken', 'box-access')
}

it('PUBLICBOX-04 nothing is sent with the token of another mailbox: not anew, not again after a 401, not by a renewal', async () => {
  const seen: string[] = []
  const stop = subscribe((event) => seen.push(event.kind))
  signIn()
  // Under way while the mailbox is switched; the server knows the old token no more.
  answers = [
    () => {
      switchElsewhere()
      return answer(401, 401)()
    },
  ]
  await expect(call(folders.list, { query: {} })).rejects.toMatchObject({ kind: 'expired' })
  await expect(call(folders.list, { query: {} })).rejects.toMatchObject({ kind: 'expired' })
  localStorage.setItem('tokenExpiresAt', '1')
  await expect(call(folders.list, { query: {} })).rejects.toMatchObject({ kind: 'expired' })
  expect(sent.map(({ authorization }) => authorization)).toEqual(['Bearer access-1'])
  expect(localStorage.getItem('accessToken')).toBe('box-access')
  stop()
  expect(seen).toEqual(['signed-in', 'switched'])
})

it('PUBLICBOX-04 a renewal that a switch overtook ends no session and puts no old pair back', async () => {
  for (const late of [answer(401, 401), answer(200, 200, pair)]) {
    localStorage.clear()
    signIn(10)
    answers = [
      () => {
        switchElsewhere()
        return late()
      },
    ]
    await expect(call(session.userInfo, {})).rejects.toMatchObject({ kind: 'expired' })
    expect(localStorage.getItem('refreshToken')).toBe('box-refresh')
  }
})

it('PUBLICBOX-04 the page that switches is of the mailbox it left: what closes there saves nothing in the other', async () => {
  signIn(10)
  localStorage.setItem('left-behind', 'x')
  answers = [answer(200, 200, pair)]
  await exchangePair(async (token) => {
    // Renewed first, by whoever has the lock.
    expect(token).toBe('access-2')
    storeSwitched(tokensOf({ ...pair, accessToken: 'box-access' }), true)
  })
  await expect(call(folders.list, { query: {} })).rejects.toMatchObject({ kind: 'expired' })
  expect(sent).toHaveLength(1)
  expect(localStorage.getItem('left-behind')).toBeNull()
  expect(localStorage.getItem('accessToken')).toBe('box-access')
})

it('ERRORS a 401 ends the session and is announced once', async () => {
  const seen: string[] = []
  const stop = subscribe((event) => seen.push(event.kind))
  signIn()
  answers = [answer(401, 401)]
  await expect(call(session.userInfo, {})).rejects.toBeInstanceOf(ApiError)
  stop()
  expect(seen).toEqual(['signed-in', 'expired'])
})

it('ERRORS HTTP 400 with code 401014 locks the screen and keeps the session', async () => {
  const seen: string[] = []
  const stop = subscribe((event) => seen.push(event.kind))
  signIn()
  answers = [answer(400, 401014)]
  await expect(call(session.userInfo, {})).rejects.toMatchObject({ kind: 'locked' })
  stop()
  expect(seen).toContain('locked')
  expect(localStorage.getItem('accessToken')).toBe('access-1')
})

it('ERRORS a network failure says so in the language of the screen', async () => {
  await expect(call(session.domains, {})).rejects.toMatchObject({ kind: 'offline', status: 0 })
  document.documentElement.lang = 'zh'
  await expect(call(session.domains, {})).rejects.toThrow('无法连接服务器')
})

it('ERRORS an answer that is no envelope is a fault, not data', async () => {
  answers = [() => new Response('<html>bad gateway</html>', { status: 200 })]
  await expect(call(session.domains, {})).rejects.toMatchObject({ kind: 'failed' })
})
