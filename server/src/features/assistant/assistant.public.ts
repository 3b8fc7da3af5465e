import type { Clock } from '../../platform/clock.ts'
import type { Events } from '../../platform/events/events.ts'
import type { AccountId, FolderId, SessionId, UserId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { Feature } from '../feature.ts'
import { assistantRoutes } from './assistant.routes.ts'
import { createAssistant } from './assistant.service.ts'
import { assistantListRoutes } from './assistant-lists.routes.ts'
import type { AssistantOptions, AssistantSettings } from './assistant-options.ts'
import { createAssistantSocket } from './assistant-socket.routes.ts'
import { assistantTextRoutes } from './assistant-text.routes.ts'
import { createSentStyle } from './beyond/sent-style.ts'
import { checkMail } from './engine/check.ts'
import type { Endpoint } from './gateway/endpoint.ts'
import { createGateway } from './gateway/gateway.ts'
import type { AuthorOptions } from './mail/author-facts.ts'
import type { Fact, LookedAt } from './mail/mail-facts.ts'
import { createMailReader, type MailReader } from './mail/mail-reader.ts'
import type { SecretPolicy } from './mail/secrets.ts'
import { createLabelWords } from './sorting/label-words.ts'
import { createTickets } from './tickets.ts'

/** What the administrator says of the assistant. */
export interface AssistantConfig {
  /** Models in the order in which they are asked; none: the built-in engine answers. */
  endpoints: Endpoint[]
  /** Longest silence of a model, in seconds. */
  silence: number
  /** Types whose answers may come from a model. */
  modelFor: number[]
  /** Types that nobody has, and departments that have none. */
  off: number[]
  notIn: string[]
  secrets: SecretPolicy
  perHour: number
  perDay: number
}

interface Options extends AuthorOptions {
  search: AssistantOptions['search']
  config: AssistantConfig
  key: Buffer
  clock: Clock
  log: Log
  metrics: Metrics
  events: Events
  sessions: {
    living(ids: readonly SessionId[]): Promise<ReadonlyMap<SessionId, { locked: boolean }>>
  }
  settings: {
    of(userId: UserId): Promise<AssistantSettings>
  }
  hiddenFor(login: { accountId: AccountId; sessionId: SessionId }): Promise<readonly FolderId[]>
}

/** What the built-in engine finds in a mail, for other features. */
export interface MailChecks {
  /** @throws item.not-found, assistant.protected */
  look: MailReader['look']
  inWords: typeof checkMail
}
export type { Fact, LookedAt }

/** The assistant with its socket. */
export function assistantFeature(options: Options): Feature & { checks: MailChecks } {
  const { config, key, clock, metrics } = options
  const mails = createMailReader(options)
  const assistant = createAssistant({
    ...options,
    ...config,
    tickets: createTickets(key, clock),
    gateway: createGateway({ ...options, ...config }),
    mails,
    sentStyle: createSentStyle({ ...options, mails }),
  })
  const socket = createAssistantSocket({ ...options, assistant })
  metrics.gauge('hongyan_assistant_connections', socket.connections)
  return {
    checks: { look: mails.look, inWords: checkMail },
    routes: (http) => {
      assistantRoutes(http, assistant)
      assistantTextRoutes(http, assistant)
      assistantListRoutes(http, assistant, createLabelWords(options))
    },
    sockets: (sockets) => sockets.bind(socket.door),
    start: socket.start,
    stop: async () => {
      socket.stop()
      await mails.stop()
    },
    crons: [
      {
        at: '57 3 * * *',
        task: 'sweep-assistant',
        run: async () => {
          await assistant.sweep()
        },
      },
    ],
  }
}
