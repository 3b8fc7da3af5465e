import { append, replacing } from './append.ts'
import { capability } from './capability.ts'
import type { ImapCommand } from './command.ts'
import { compress } from './compress.ts'
import { copying, moving } from './copy.ts'
import { enable } from './enable.ts'
import { close, expunging } from './expunge.ts'
import { fetching } from './fetch.ts'
import { create, remove, rename, subscribing } from './folders.ts'
import { listing } from './list.ts'
import { authenticate, login } from './login.ts'
import { getQuota, getQuotaRoot } from './quota.ts'
import { searching } from './search.ts'
import { selecting } from './select.ts'
import { id, idle, logout, namespace, noop, starttls, unselect } from './small.ts'
import { sorting } from './sort.ts'
import { status } from './status.ts'
import { storing } from './store.ts'
import { threading } from './thread.ts'

const known: Record<string, (tag: string) => ImapCommand> = {
  CAPABILITY: () => capability,
  NOOP: () => noop,
  CHECK: () => ({ ...noop, for: 'selected' }),
  LOGOUT: () => logout,
  ID: () => id,
  STARTTLS: () => starttls,
  LOGIN: () => login,
  AUTHENTICATE: () => authenticate,
  ENABLE: () => enable,
  COMPRESS: () => compress,
  NAMESPACE: () => namespace,
  LIST: () => listing('LIST'),
  LSUB: () => listing('LSUB'),
  STATUS: () => status,
  SELECT: () => selecting(false),
  EXAMINE: () => selecting(true),
  CREATE: () => create,
  DELETE: () => remove,
  RENAME: () => rename,
  SUBSCRIBE: () => subscribing(true),
  UNSUBSCRIBE: () => subscribing(false),
  APPEND: () => append,
  REPLACE: () => replacing('sequence'),
  'UID REPLACE': () => replacing('uid'),
  IDLE: () => idle,
  GETQUOTA: () => getQuota,
  GETQUOTAROOT: () => getQuotaRoot,
  CLOSE: () => close,
  UNSELECT: () => unselect,
  EXPUNGE: () => expunging('all'),
  'UID EXPUNGE': () => expunging('uid'),
  FETCH: () => fetching('sequence'),
  'UID FETCH': () => fetching('uid'),
  STORE: () => storing('sequence'),
  'UID STORE': () => storing('uid'),
  COPY: () => copying('sequence'),
  'UID COPY': () => copying('uid'),
  MOVE: () => moving('sequence'),
  'UID MOVE': () => moving('uid'),
  SEARCH: (tag) => searching('sequence', tag),
  'UID SEARCH': (tag) => searching('uid', tag),
  SORT: (tag) => sorting('sequence', tag),
  'UID SORT': (tag) => sorting('uid', tag),
  THREAD: () => threading('sequence'),
  'UID THREAD': () => threading('uid'),
}

/** The command of a name in upper case. */
export const commandOf = (name: string, tag: string): ImapCommand | null =>
  Object.hasOwn(known, name) ? (known[name]?.(tag) ?? null) : null
