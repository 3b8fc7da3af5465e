import type { CheckItem } from '@hongyan/contract/records'
import { isPushOpen } from '../../lib/socket.ts'

/** One line of the self-check, of the server or of this browser. */
export interface Check extends Pick<CheckItem, 'level' | 'values'> {
  key: string
  /** Key of what is said of it, where it is not the same. */
  text?: string
}

interface Measured {
  /** How long the server took to answer (ms). */
  took: number
  /** How far the clock of this device is ahead of the server's (ms). */
  off: number
}

const slow = 2_000
/** Codes of an authenticator are refused beyond it, and times in the list look wrong. */
const mostOff = 60_000

/** What only the browser knows: itself, the line, the push connection, its storage and its clock. */
export const browserChecks = async ({ took, off }: Measured): Promise<Check[]> => [
  browser(),
  { key: 'line', level: took > slow ? 'warn' : 'ok', values: { took: String(took) } },
  { key: 'push', level: isPushOpen() ? 'ok' : 'warn', values: {} },
  await storage(),
  clock(off),
  notifications(),
]

/** What the pages stand on; each is in every browser since 2024. */
function browser(): Check {
  const has = {
    popover: 'popover' in HTMLElement.prototype,
    'light-dark': CSS.supports('color', 'light-dark(white, black)'),
    'crypto.subtle': globalThis.crypto?.subtle !== undefined,
    WebSocket: 'WebSocket' in globalThis,
  }
  const missing = Object.entries(has).filter(([, is]) => !is)
  const list = missing.map(([name]) => name).join(', ')
  return { key: 'browser', level: list === '' ? 'ok' : 'warn', values: { list } }
}

function clock(off: number): Check {
  const seconds = Math.abs(Math.round(off / 1000))
  return {
    key: 'clock',
    level: Math.abs(off) > mostOff ? 'warn' : 'ok',
    text: seconds === 0 ? 'clock' : off > 0 ? 'clock-ahead' : 'clock-behind',
    values: { seconds: String(seconds) },
  }
}

/** Drafts of this device lie there while the server is away. */
async function storage(): Promise<Check> {
  const key = 'self-check'
  try {
    localStorage.setItem(key, '1')
    localStorage.removeItem(key)
    const { usage = 0, quota = 0 } = (await navigator.storage?.estimate()) ?? {}
    const percent = quota > 0 ? Math.floor((usage / quota) * 100) : 0
    return {
      key: 'storage',
      level: percent >= 90 ? 'warn' : 'ok',
      values: { percent: String(percent) },
    }
  } catch {
    return { key: 'storage', level: 'danger', values: { percent: '100' } }
  }
}

function notifications(): Check {
  const denied = 'Notification' in window && Notification.permission === 'denied'
  return { key: 'notifications', level: denied ? 'warn' : 'ok', values: {} }
}
