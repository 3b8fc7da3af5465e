import { currentLanguage } from './language.ts'

/**
 * Why a call failed: `offline` the server was not reached; `expired` the session is over; `locked` the
 * screen is locked; `owed` the password must be changed first; `refused` the server said no (4xx, `message` is for the person); `failed` a fault (5xx
 * or an answer that is no envelope).
 */
export type ApiErrorKind = 'offline' | 'expired' | 'locked' | 'owed' | 'refused' | 'failed'

/** A call that did not succeed. `message` is in the language of the screen, ready to be shown as text. */
export class ApiError extends Error {
  readonly status: number
  readonly code: number
  readonly kind: ApiErrorKind

  constructor(about: { status: number; code: number; kind: ApiErrorKind; message: string }) {
    super(about.message)
    this.name = 'ApiError'
    this.status = about.status
    this.code = about.code
    this.kind = about.kind
  }
}

/** The server said no to what was asked, and would again: what is shown of it is not true any more. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.kind === 'refused' && error.status !== 429

/** With HTTP 400: the screen of this login is locked (L56). */
export const lockedCode = 401014

/** A captcha has to be passed first (`captcha.needed`). */
export const captchaNeededCode = 400131

/** The server was not reached. */
export const offlineError = (): ApiError =>
  new ApiError({ status: 0, code: 0, kind: 'offline', message: offlineText() })

/** M78: for an answer that brought no sentence of its own. */
export const failedText = (): string => texts[currentLanguage()].failed

/** Who has a network need not look for it: then it is the server. */
const offlineText = (): string =>
  texts[currentLanguage()][navigator.onLine === false ? 'offline' : 'away']

const texts = {
  zh: {
    offline: '网络已断开，请检查网络',
    away: '暂时无法连接服务器，操作没有完成',
    failed: '错误',
  },
  en: {
    offline: 'You are offline. Please check your network.',
    away: 'The server cannot be reached just now. Nothing was changed.',
    failed: 'Error',
  },
}
