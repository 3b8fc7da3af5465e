import type { AlarmKind } from '@hongyan/contract/alarm-fields'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { OrganisationId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { endAlarms, raise } from './alarms.queries.ts'
import { mailTask, webhookTask } from './tell.ts'

interface Options {
  clock: Clock
  jobs: Pick<Jobs, 'enqueue'>
}

/** An alarm about what happened at one moment: told as any other, and over at once. In the caller's transaction. */
export const createAlarmOnce =
  ({ clock, jobs }: Options) =>
  async (
    tx: Db,
    to: OrganisationId,
    what: { kind: AlarmKind; about: string; figure: number },
  ): Promise<void> => {
    const now = clock.now()
    const raised = await raise(tx, to, { found: [what], now })
    await endAlarms(
      tx,
      raised.map(({ id }) => id),
      now,
    )
    for (const { id } of raised)
      for (const task of [mailTask, webhookTask]) await jobs.enqueue(tx, { task, payload: { id } })
  }
