// @vitest-environment happy-dom
import { folders } from '@hongyan/contract/folders'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { call } from '../../lib/api.ts'
import { storeTokens, subscribeSession } from '../../lib/tokens.ts'
import { sendForm, upload } from '../../lib/upload.ts'
import { exportMail } from './export-mail.ts'

let asked: string[] = []
let events: string[] = []
let stop: () => void

/** A server that refuses the token of the mailbox, and leads back by its refresh token. */
function answer(url: string): { status: number; body: string } {
  asked.push(url)
  if (url !== '/api/verify/token') return { status: 401, body: '{"code":401,"message":""}' }
  const data = { accessToken: 'own', refreshToken: 'own-2', expiresIn: 900, returned: true }
  return { status: 200, body: JSON.stringify({ code: 200, message: '', data }) }
}

class Request {
  status = 0
  responseText = ''
  upload = {}
  onload: () => void = () => undefined
  #url = ''
  open(_: string, url: string) {
    this.#url = url
  }
  setRequestHeader = () => undefined
  abort = () => undefined
  send() {
    const { status, body } = answer(this.#url)
    Object.assign(this, { status, responseText: body })
    this.onload()
  }
}

beforeEach(() => {
  asked = []
  events = []
  localStorage.clear()
  storeTokens({ accessToken: 'box', refreshToken: 'box-2', expiresAt: Date.now() + 600_000 })
  localStorage.setItem('switched', 'true')
  stop = subscribeSession(({ kind }) => void events.push(kind))
  vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  vi.stubGlobal('XMLHttpRequest', Request)
  vi.stubGlobal('fetch', async (url: string) => {
    const { status, body } = answer(String(url))
    return new Response(body, { status })
  })
})

afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it.each<[string, () => Promise<unknown>]>([
  ['a call', () => call(folders.list, { query: {} })],
  ['an export', () => exportMail([1])],
  ['an upload', () => upload(folders.save, new File(['x'], 'x.txt'))],
  ['a form', () => sendForm(folders.save, { name: 'x' })],
])('%s of a member who was shut out leads home, and ends no session', async (_, run) => {
  await run().catch(() => undefined)
  expect(asked).toHaveLength(2)
  expect(asked[1]).toBe('/api/verify/token')
  expect(events).toEqual(['switched'])
  expect(localStorage.getItem('accessToken')).toBe('own')
  expect(localStorage.getItem('switched')).toBeNull()
})
