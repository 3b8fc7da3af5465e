import { exportLimits } from '@hongyan/contract/console-exports'
import type { Db } from '../../platform/db/pool.ts'
import type { OrganisationId } from '../../platform/ids.ts'
import { type ConsoleSessions, consoleDoor } from '../console/console.public.ts'
import type { Feature } from '../feature.ts'
import type { watchLogins } from '../session/session.public.ts'
import { createExports } from './exports.service.ts'
import { exportsConsoleRoutes } from './exports-console.routes.ts'
import { createExportsGoing } from './exports-going.ts'
import { sweepExports, sweepItems } from './exports-items.queries.ts'
import { createExportMaking, type MakeParts } from './exports-make.ts'
import { createExportTelling, type TellParts } from './exports-tell.ts'
import { createFourEyes } from './four-eyes.ts'

type LoginParts = Parameters<typeof watchLogins>[0]

interface Options
  extends Omit<MakeParts, 'alarm' | 'tellLater'>,
    Omit<TellParts, 'mailstore'>,
    LoginParts {
  mailstore: MakeParts['mailstore'] & TellParts['mailstore']
  consoleSessions: Pick<ConsoleSessions, 'adminOf' | 'loginAt'>
  /** What is told to those who watch the house, once. */
  alarmOnce(
    tx: Db,
    to: OrganisationId,
    what: { kind: 'export' | 'four-eyes'; about: string; figure: number },
  ): Promise<void>
}

const piece = 500

/** Mail of people as one file, in the console. */
export function exportsFeature(options: Options): Feature {
  const { database, clock, acts, consoleSessions, log, alarmOnce } = options
  const telling = createExportTelling(options)
  const alarm =
    (kind: 'export' | 'four-eyes'): MakeParts['alarm'] =>
    (tx, to, what) =>
      alarmOnce(tx, to, { kind, ...what })
  const making = createExportMaking({
    ...options,
    alarm: alarm('export'),
    tellLater: (tx, exportId) => telling.later(tx, { exportId }),
  })
  const exports = createExports({
    ...options,
    makeLater: (tx, exportId) => making.enqueue(tx, { exportId }),
  })
  const going = createExportsGoing(options)
  const fourEyes = createFourEyes({ database, alarm: alarm('four-eyes') })
  const sweep = async (): Promise<void> => {
    await sweepExports(database, clock.now(), exportLimits.waitingDays)
    while ((await database.transaction((tx) => sweepItems(tx, piece))) === piece);
  }
  return {
    consoleRoutes: (http) =>
      exportsConsoleRoutes(http, consoleDoor(http, consoleSessions), {
        ...{ database, exports, fourEyes, acts, going, log },
      }),
    role: 'web',
    start: () => going.start(),
    stop: () => going.stop(),
    crons: [
      { at: '*/10 * * * *', task: 'sweep-mail-exports', run: sweep },
      { at: '9 * * * *', task: 'tell-mail-exports', run: () => telling.due() },
    ],
  }
}
