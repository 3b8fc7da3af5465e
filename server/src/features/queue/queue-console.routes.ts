import { queueEndpoints as api } from '@hongyan/contract/console-queue'
import type { AtWork, ConsoleActs, ConsoleDoor } from '../console/console.public.ts'
import type { Meant } from './queue.queries.ts'
import type { Queue, QueueAct } from './queue.service.ts'

/** The console's page of mail that waits. */
export function queueConsoleRoutes(
  door: ConsoleDoor,
  { queue, acts }: { queue: Queue; acts: ConsoleActs },
): void {
  door.bind(api.queue, ({ query }, { admin }) => {
    const { state = 'waiting', keyword = '', after, pageSize } = query
    return queue.list(admin.organisationId, { state, keyword: keyword.trim(), after, pageSize })
  })
  door.bind(api.queueDomains, (_, { admin }) => queue.domains(admin.organisationId))
  const doing = (work: AtWork, act: QueueAct, recipients: readonly Meant[]) => {
    const [first] = recipients
    const whom = recipients.length === 1 ? (first?.address ?? '') : ''
    return acts.doing(work, { act: `queue-${act}`, whom, details: { of: recipients.length } }, () =>
      queue.act(work.admin.organisationId, { act, recipients }),
    )
  }
  door.bind(api.queueRetry, ({ body }, work) => doing(work, 'retry', body.recipients))
  door.bind(api.queueStop, ({ body }, work) => doing(work, 'stop', body.recipients))
  door.bind(api.queueRelease, ({ body }, work) => doing(work, 'release', body.recipients))
  door.bind(api.queueRemove, ({ body }, work) => doing(work, 'remove', body.recipients))
}
