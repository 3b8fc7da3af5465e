import type { ConsoleEndpoint } from '@hongyan/contract/console-endpoint'
import type { ReplyInput } from '@hongyan/contract/endpoint'
import { AppError } from '../../platform/errors.ts'
import type { BinaryReply, Context, Http } from '../../platform/http/http.ts'
import type { AtWork } from './at-work.ts'
import type { ConsoleCaller, ConsoleSessions } from './console-sessions.ts'

type Handler<E extends ConsoleEndpoint> = (
  context: Pick<Context<E>, 'query' | 'body'>,
  work: AtWork,
) => Promise<E['kind'] extends 'binary' ? BinaryReply : ReplyInput<E>>

export interface ConsoleDoor {
  bind<const E extends ConsoleEndpoint>(endpoint: E, handler: Handler<E>): void
}

/** The calls of the console: the role and, for what is dangerous, the password are asked for here and nowhere else. */
export const consoleDoor = (
  http: Pick<Http, 'bind'>,
  { adminOf }: Pick<ConsoleSessions, 'adminOf'>,
): ConsoleDoor => ({
  bind: (endpoint, handler) =>
    http.bind(endpoint, async (context) => {
      // The callers of this door are those of the console: wiring/doors.ts makes it so.
      const caller = context.caller as ConsoleCaller
      const admin = await adminOf(caller.userId)
      if (!admin || !endpoint.may.includes(admin.role)) throw new AppError('console.not-allowed')
      if (endpoint.confirmed && !caller.confirmed) throw new AppError('console.confirm')
      const result = await handler(context, { admin, caller, ip: context.ip })
      return result as never
    }),
})
