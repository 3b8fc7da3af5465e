import { currentLanguage } from './language.ts'

/**
 * Why a call failed: `offline` the server was not reached; `expired` the session is over; `locked` the
 * screen is locked; `refused` the server said no (4xx, `message` is for the person); `failed` a fault (5xx
 * or an answer that is no envelope).
 */
export type ApiErrorKind = 'offline' | 'expired' | 'locked' | 'refused' | 'failed'

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

/** The server was not reached. */
export const offlineError = (): ApiError =>
  new ApiError({ status: 0, code: 0, kind: 'offline', message: texts[currentLanguage()].offline })

/** M78: for an answer that brought no sentence of its own. */
export const failedText = (): string => texts[currentLanguage()].failed

const texts = {
  zh: { offline: '无法连接服务器，请检查网络', failed: '错误' },
  en: {
    offline: 'The server cannot be reached. Please check your network.',
    failed: 'Error',
  },
}
