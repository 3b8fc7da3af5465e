import type { Jobs } from '../../platform/jobs/jobs.ts'
import { type ConsoleActs, type ConsoleSessions, consoleDoor } from '../console/console.public.ts'
import type { Feature } from '../feature.ts'
import { sweepAlarms } from './alarms.queries.ts'
import { createAlarmsService, type ServiceParts } from './alarms.service.ts'
import { alarmsConsoleRoutes } from './alarms-console.routes.ts'
import { watchTask } from './sending-limits.ts'
import { createTelling, mailTask, type TellParts, webhookTask } from './tell.ts'
import { createWatch, type WatchParts } from './watch.ts'

export { createKnown as createAlarmsKnown, type Known as AlarmsKnown } from './known.ts'
export { createAlarmOnce } from './once.ts'
export { createSendingLimits, type SendingLimits } from './sending-limits.ts'

type Options = WatchParts &
  TellParts &
  ServiceParts & {
    jobs: Jobs
    acts: ConsoleActs
    consoleSessions: Pick<ConsoleSessions, 'adminOf'>
  }

/** What goes wrong is told by mail and webhook; how much one person may send. */
export function alarmsFeature(options: Options): Feature {
  const { jobs, acts, consoleSessions, database } = options
  const alarms = createAlarmsService(options)
  const watch = createWatch(options)
  const { byMail, byWebhook } = createTelling(options)
  jobs.register(mailTask, byMail)
  jobs.register(webhookTask, byWebhook)
  return {
    consoleRoutes: (http) =>
      alarmsConsoleRoutes(consoleDoor(http, consoleSessions), { alarms, acts }),
    crons: [
      { at: '* * * * *', task: watchTask, run: watch },
      { at: '37 4 * * *', task: 'sweep-alarms', run: () => sweepAlarms(database) },
    ],
  }
}
