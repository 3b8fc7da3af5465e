import { randomUUID } from 'node:crypto'
import type { AssistantType, RewriteWay } from '@hongyan/contract/assistant-wire'
import type { Language } from '@hongyan/contract/errors'
import type { Clock } from '../../platform/clock.ts'
import { seal, unseal } from '../../platform/crypto/seal.ts'
import type { SessionId } from '../../platform/ids.ts'

/** What a draft is to be. */
export interface DraftWish {
  requestEmail: 'WORK' | 'VACATION' | 'MEETING'
  gist: string
  size: 'SHORT' | 'MEDIUM' | 'LONG'
  tone: 'FORMAL' | 'FRIENDLY' | 'PROFESSIONAL'
}

/** The mail that is asked about: one of the store, or words that came with the request. */
export interface Subject {
  mailId: number | null
  content: string
  sender: string
  subject: string
}

/** What goes beyond the five. */
export type FurtherWish =
  | { is: 'rewrite'; way: RewriteWay; text: string }
  | { is: 'subject'; text: string }
  | { is: 'translate'; to: Language; pieces: string[] }
  | { is: 'answers' }

/** Mails that are proposed for a label: those named, else the newest of the inbox. */
export interface SortingWish {
  labelId: number
  words: string
  mailIds: number[]
}

/** One request, as it travels in its ticket. */
export interface Wish {
  type: AssistantType
  language: Language
  question?: string
  draft?: DraftWish
  further?: FurtherWish
  sorting?: SortingWish
  mail?: Subject
}

export interface Tickets {
  /** @returns the number of the request, a full stop, and the request, sealed: good for a minute, for this login */
  make(session: SessionId, wish: Wish): string
  /** @returns null for what is no ticket, another login's, or too old */
  read(session: SessionId, ticket: string): { id: string; wish: Wish } | null
}

const lifeMs = 60_000
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** Sealed and not only signed: what waits in the page's memory on its way is of no use to anybody else (T41). */
export function createTickets(key: Buffer, clock: Clock): Tickets {
  const about = (id: string, session: SessionId): string => `assistant ${id} ${session}`
  return {
    make: (session, wish) => {
      const id = randomUUID()
      const text = JSON.stringify({ until: clock.now().getTime() + lifeMs, wish })
      const sealed = seal(key, Buffer.from(text), about(id, session))
      return `${id}.${sealed.toString('base64url')}`
    },
    read: (session, ticket) => {
      const stop = ticket.indexOf('.')
      const id = ticket.slice(0, Math.max(stop, 0))
      if (!uuid.test(id)) return null
      try {
        const bytes = unseal(
          key,
          Buffer.from(ticket.slice(stop + 1), 'base64url'),
          about(id, session),
        )
        const { until, wish } = JSON.parse(bytes.toString()) as { until: number; wish: Wish }
        return until < clock.now().getTime() ? null : { id, wish }
      } catch {
        // Bent, or of another login.
        return null
      }
    },
  }
}
