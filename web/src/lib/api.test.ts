// @vitest-environment happy-dom

import { messages } from '@hongyan/contract/messages'
import { settings } from '@hongyan/contract/settings'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, call, unwrap, urlOf } from './api.ts'
import { subscribeSession } from './tokens.ts'

const failed = (status: number, body: unknown): ApiError => {
  try {
    unwrap({ status, body })
  } catch (thrown) {
    if (thrown instanceof ApiError) return thrown
  }
  throw new Error('it did not fail')
}

let events: string[] = []
let end: () => void

beforeEach(() => {
  events = []
  end = subscribeSession(({ kind }) => events.push(kind))
  localStorage.setItem('accessToken', 'a')
  localStorage.setItem('refreshToken', 'r')
})

afterEach(() => {
  end()
  localStorage.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('answers of calls', () => {
  it('ERRORS-01 paths are relative to one base address', () => {
    expect(urlOf(messages.list, { query: { mailboxId: 3 } })).toBe(
      '/api/mail/email/mailbox/list?mailboxId=3',
    )
  })

  it.each([200, '200'])('ERRORS-02 ERRORS-03 code %j is success: the data is handed on', (code) => {
    expect(unwrap({ status: 200, body: { code, message: '', data: { x: 1 } } })).toEqual({ x: 1 })
  })

  it.each([
    ['a code of the catalogue', { code: 400202, message: '已在该文件夹中' }, '已在该文件夹中'],
    ['a code as text', { code: '400202', message: 'no' }, 'no'],
    ['no code and no message', {}, '错误'],
    ['no JSON at all', null, '错误'],
  ])(
    'ERRORS-03 ERRORS-04 ERRORS-08 %s: rejected with the message of the server, else with the default',
    (_, body, message) => {
      expect(failed(200, body).message).toBe(message)
    },
  )

  it.each([401, '401'])('ERRORS-03 a status of %j in the body ends the session', (status) => {
    expect(failed(200, { status, message: '' }).kind).toBe('expired')
    expect(localStorage.getItem('accessToken')).toBe(null)
    expect(events).toEqual(['expired'])
  })

  it('ERRORS-05 HTTP 400 with code 401014 turns on the lock, and only that', () => {
    expect(failed(400, { code: 401014, message: '屏幕已锁定' }).kind).toBe('locked')
    expect(failed(400, { code: 400201, message: '请至少选择一行' }).kind).toBe('refused')
    expect(events).toEqual(['locked'])
    expect(localStorage.getItem('accessToken')).toBe('a')
  })

  it('ERRORS-06 HTTP 401 clears the tokens and ends the session, once', () => {
    expect(failed(401, { code: 401, message: '登录已过期，请重新登录' }).kind).toBe('expired')
    failed(401, null)
    expect(localStorage.getItem('accessToken')).toBe(null)
    expect(events).toEqual(['expired'])
  })

  it.each([403, 404, 429, 500, 503, 507])(
    'ERRORS-07 HTTP %i rejects with the message of the server and its code',
    (status) => {
      const error = failed(status, { code: status * 1000, message: 'why' })
      expect({ message: error.message, code: error.code, status: error.status }).toEqual({
        message: 'why',
        code: status * 1000,
        status,
      })
      expect(events).toEqual([])
    },
  )

  it('LIMITS-03 a call is given up after 300000 ms', async () => {
    const waits = vi.spyOn(AbortSignal, 'timeout')
    vi.stubGlobal('fetch', async () => new Response('{"code":200,"data":{}}'))
    await call(settings.platform, {})
    expect(waits).toHaveBeenCalledWith(300_000)
  })
})
