import type { AssistantMessage } from '@hongyan/contract/assistant-wire'
import type { Language } from '@hongyan/contract/errors'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/pool.ts'
import type { AccountId, FolderId, UserId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { FileReader } from '../messages/messages.public.ts'
import type { Searching } from '../search/search.public.ts'
import type { SentStyle } from './beyond/sent-style.ts'
import type { Gateway } from './gateway/gateway.ts'
import type { MailReader } from './mail/mail-reader.ts'
import type { SecretPolicy } from './mail/secrets.ts'
import type { Tickets } from './tickets.ts'

/** What a person and the house say of the assistant. */
export interface AssistantSettings {
  language: Language
  assistant: number
  /** 1: drafts keep to how this person writes. */
  assistantStyle: number
  assistantEnable: number
  assistantOff: readonly number[]
}

export interface AssistantOptions {
  database: Database
  clock: Clock
  log: Log
  metrics: Metrics
  tickets: Tickets
  gateway: Gateway
  mails: MailReader
  search: Searching['search']
  mailstore: Pick<Mailstore, 'find' | 'folders' | 'lists' | 'label' | 'labelPage'>
  sentStyle: SentStyle
  settings: {
    of(userId: UserId): Promise<AssistantSettings>
  }
  /** Which functions may use a model; the others are the built-in engine's. */
  modelFor: readonly number[]
  secrets: SecretPolicy
  /** Requests of one person in an hour. */
  perHour: number
  /** Characters that the whole house sends to models in a day; 0: any number. */
  perDay: number
  hiddenFor(login: {
    accountId: AccountId
    sessionId: Caller['sessionId']
  }): Promise<readonly FolderId[]>
}

/** Who asks: the login, the mailbox, and the person at work. */
export type Caller = FileReader & { address: string }

/** How an answer gets to who asked. */
export interface Line {
  /** Aborted when nobody wants the rest. */
  signal: AbortSignal
  /** @returns false when nobody hears it any more */
  send(message: AssistantMessage): Promise<boolean>
}
