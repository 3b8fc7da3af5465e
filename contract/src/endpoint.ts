import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/**
 * Who may call an endpoint. `public`: anybody. `session`: a live access token in the
 * `Authorization: Bearer` header. `refresh`: carries its own proof (the refresh token) in the body.
 * `signed`: the URL itself is signed and short-lived (file downloads, which send no header).
 */
export type Guard = 'public' | 'session' | 'refresh' | 'signed'

/** What a member of a mailbox may do there, from least to most (`member` of an endpoint says which it takes). */
export const memberLevels = ['read', 'send-as', 'on-behalf', 'full'] as const
export type MemberLevel = (typeof memberLevels)[number]

/** Token bucket of one caller for one endpoint: at most `max` calls in `perSeconds`. */
export interface RateLimit {
  max: number
  perSeconds: number
}

/** One call of the product: the server binds it, the browser calls it, OpenAPI and the matrix test read it. */
export interface Endpoint {
  /** Row of the specification's ledger (E.. or N..), or X.. for our own. */
  id: string
  method: 'GET' | 'POST'
  /** Relative to the base URL `/api/`; parameters as `{name}`. */
  path: string
  summary: string
  guard: Guard
  /** Public, and yet it hears who calls where that is signed in, unlocked and owes nothing. */
  knowsCaller?: true
  /** Answered although the caller still owes the change of a password (AUTH-35); the others refuse. */
  whileOwing?: true
  /** May be called by a login whose screen is locked: to learn that it is, to unlock it, to sign out. No other may. */
  whileLocked?: boolean
  /**
   * Which members may call it in a mailbox that is not their own: those who read, those who also send, or only those who
   * may do everything there. Absent: nobody, for it is about the owner's person, keys or logins.
   */
  member?: 'read' | 'send' | 'full'
  /** Its body may be a form, as other servers send it; everywhere else a form is refused, for any page can send one (T20). */
  form?: true
  /** Its `emailAddr` names the mailbox that is meant, not who calls. */
  namesAddress?: true
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** `json` in the envelope, `upload` takes multipart and answers json, `binary` answers bytes. */
  kind?: 'json' | 'upload' | 'binary'
  /** Its link is used up by being called: a HEAD, which has nothing of it, is not answered. */
  usedUp?: true
  reply: z.ZodType
  errors: readonly ErrorCode[]
  /** Largest request body in bytes (default 1 MiB). */
  bodyLimit?: number
  rate?: RateLimit
}

/** What the browser has of an endpoint: how it is called, and by whom. All else is the server's (web/vite-contract.ts). */
export const browserFields = [
  'method',
  'path',
  'guard',
  'kind',
  'member',
  'knowsCaller',
  'whileLocked',
] as const
export type BrowserEndpoint = Pick<Endpoint, (typeof browserFields)[number]>

/** Whether a member of some level may call an endpoint in a mailbox that is not the own one. */
export function mayMemberCall({ member }: Pick<Endpoint, 'member'>, level: MemberLevel): boolean {
  if (member === undefined) return false
  return member === 'read' || level === 'full' || (member === 'send' && level !== 'read')
}

/** Keeps the literal types of an endpoint description. */
export const endpoint = <const T extends Endpoint>(description: T): T => description

type Out<T> = T extends z.ZodType ? z.output<T> : undefined
type In<T> = T extends z.ZodType ? z.input<T> : undefined

/** What a handler receives: each part already parsed by its schema. */
export interface Parsed<E extends Endpoint> {
  params: Out<E['params']>
  query: Out<E['query']>
  body: Out<E['body']>
}

type Part<K extends string, T> = T extends z.ZodType
  ? { [P in K]: z.input<T> }
  : { [P in K]?: undefined }

/** What a caller passes. */
export type CallInput<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'body', E['body']>

/** What a handler returns, before the schema. */
export type ReplyInput<E extends Endpoint> = In<E['reply']>

/** What a caller receives. */
export type Reply<E extends Endpoint> = Out<E['reply']>

/** The envelope around every JSON answer (decision G1). */
export interface Envelope<T> {
  code: number
  message: string
  data: T
}

/**
 * Header of a call that changes mail: a name for this one change, of the client's choice. The rows of the feed that come
 * of it carry it, so that the client knows its own work from everybody else's. Others are left unread.
 */
export const originHeader = 'x-change-origin'
export const originPattern = /^[\w.-]{1,64}$/

/**
 * Header of a call: how many seconds ago a person last did something in this browser. A call without it is such a deed
 * itself, so all that it can do is to let the screen be locked sooner.
 */
export const idleHeader = 'x-idle-seconds'
