import type { Feature } from './features/feature.ts'
import { collectGarbage, sweepOrphans } from './platform/blobs/blob-gc.ts'
import { messageOf } from './platform/errors.ts'
import { returnMemoryWhenIdle } from './platform/idle-memory.ts'
import type { Cron } from './platform/jobs/jobs.ts'
import { preparePinyin } from './platform/names/pinyin.ts'
import type { Part } from './platform/part.ts'
import { type Core, createCore, type Ground } from './wiring/core.ts'
import { createDelivery } from './wiring/delivery.ts'
import { createDoors } from './wiring/doors.ts'
import { createFeatures } from './wiring/features.ts'

export type { Ground } from './wiring/core.ts'

export type App = Awaited<ReturnType<typeof createApp>>

/** The product: its parts are made, bound to each other, started in order and stopped in reverse. */
export async function createApp(ground: Ground) {
  const core = await createCore(ground)
  const delivery = createDelivery(core)
  const { features, ...services } = await createFeatures(core, delivery)
  const doors = await createDoors(core, delivery, services)
  const {
    http,
    httpPort,
    httpsPort,
    phonePort,
    consolePort,
    consoleHttp,
    smtpPort,
    lmtpPort,
    imapPorts,
    pop3Ports,
    submissionPorts,
  } = doors
  const { events, jobs, mailstore } = core
  for (const { routes, consoleRoutes, sockets, judge, hooks, atRcpt } of features) {
    routes?.(http)
    if (doors.consoleHttp) consoleRoutes?.(doors.consoleHttp)
    sockets?.(doors.sockets)
    if (judge) delivery.judges.push(judge)
    delivery.hooks.push(...(hooks ?? []))
    if (atRcpt) delivery.atRcpt.push(atRcpt)
  }
  registerWork(core, features)
  const parts: readonly Part[] = [
    returnMemoryWhenIdle(),
    { stop: delivery.dns.stop },
    events,
    { stop: mailstore.stop },
    jobs,
    ...features,
    delivery.tlsResults,
    delivery.tracing,
    { role: 'worker', start: delivery.outbox.start, stop: delivery.outbox.stop },
    doors,
  ]
  return {
    ...core,
    ...delivery,
    ...services,
    http,
    httpPort,
    httpsPort,
    phonePort,
    consolePort,
    consoleHttp,
    smtpPort,
    lmtpPort,
    imapPorts,
    pop3Ports,
    submissionPorts,
    start: async (): Promise<void> => {
      preparePinyin()
      for (const { role, start } of parts)
        if (role === undefined || core.config.roles.includes(role)) await start?.()
    },
    /**
     * Stops taking work, finishes what was accepted, then lets go. For processes that never started too: a command
     * leaves nothing untold and nothing half done.
     */
    stop: async (): Promise<void> => {
      for (const { stop } of parts.toReversed()) {
        try {
          await stop?.()
        } catch (thrown) {
          core.log.error({ reason: messageOf(thrown) }, 'a part could not be stopped')
        }
      }
    },
  }
}

/** What is done now and then: by the features, and by what lies under them. */
function registerWork(core: Core, features: readonly Feature[]): void {
  const { jobs } = core
  for (const { at, task, run } of [
    ...storeCrons(core),
    ...features.flatMap((one) => one.crons ?? []),
  ])
    jobs.every(at, task, run)
}

const storeCrons = ({ mailstore, database, blobs, clock }: Core): readonly Cron[] => [
  { at: '27 * * * *', task: 'sweep-receipts', run: () => mailstore.sweep() },
  { at: '47 3 * * *', task: 'sweep-records', run: () => mailstore.sweepRecords() },
  { at: '52 3 * * *', task: 'sweep-feed', run: () => mailstore.sweepFeed() },
  {
    at: '*/15 * * * *',
    task: 'collect-garbage',
    run: () => collectGarbage(database, blobs, clock.now()),
  },
  {
    at: '37 2 * * *',
    task: 'sweep-orphans',
    run: () => sweepOrphans(database, blobs, clock.now()),
  },
]
