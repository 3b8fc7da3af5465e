import { type ConsoleActs, type ConsoleSessions, consoleDoor } from '../console/console.public.ts'
import type { Feature } from '../feature.ts'
import { createQueue } from './queue.service.ts'
import { queueConsoleRoutes } from './queue-console.routes.ts'

type Options = Parameters<typeof createQueue>[0] & {
  acts: ConsoleActs
  consoleSessions: Pick<ConsoleSessions, 'adminOf'>
}

/** The queue of outgoing mail in the console. */
export function queueFeature(options: Options): Feature {
  const { acts, consoleSessions } = options
  const queue = createQueue(options)
  return {
    consoleRoutes: (http) =>
      queueConsoleRoutes(consoleDoor(http, consoleSessions), { queue, acts }),
  }
}
