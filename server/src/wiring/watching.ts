import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolveHost } from '../delivery/dns/host-addresses.ts'
import {
  type AlarmsKnown,
  alarmsFeature,
  createAlarmOnce,
  createAlarmsKnown,
  createSendingLimits,
  type SendingLimits,
} from '../features/alarms/alarms.public.ts'
import { complianceFeature } from '../features/compliance/compliance.public.ts'
import { exportsFeature } from '../features/compliance/exports.public.ts'
import { createConsoleActs } from '../features/console/console.public.ts'
import type { Feature } from '../features/feature.ts'
import { healthFeature } from '../features/health/health.public.ts'
import { queueFeature } from '../features/queue/queue.public.ts'
import { signInsFeature } from '../features/sign-ins/sign-ins.public.ts'
import { traceFeature } from '../features/trace/trace.public.ts'
import { createGuardedFetch } from '../platform/net/guarded-fetch.ts'
import type { Core } from './core.ts'
import type { Delivery } from './delivery.ts'

interface Limits {
  known: AlarmsKnown
  limits: SendingLimits
}

/** How much people may send; the gate before the outbox asks it. */
export function createLimits(core: Core): Limits {
  const known = createAlarmsKnown(core)
  return { known, limits: createSendingLimits({ ...core, known }) }
}

/** What administrators watch the house by. */
export function watchingOf(core: Core, delivery: Delivery, limits: Limits): Feature[] {
  const { outbox, tracing } = delivery
  const acts = createConsoleActs(core)
  return [
    queueFeature({ ...core, outbox, acts }),
    traceFeature({ ...core, tracing }),
    signInsFeature(core),
    complianceFeature({ ...core, acts }),
    exportsFeature({
      ...core,
      acts,
      alarmOnce: createAlarmOnce(core),
      settingsOf: core.settings.of,
    }),
    alarmsOf(core, delivery, limits),
  ]
}

function alarmsOf(core: Core, { outbox, dns }: Delivery, limits: Limits): Feature {
  const { config, directory } = core
  const { privateWebHosts, dataFolder, tls } = config
  return alarmsFeature({
    ...core,
    ...limits,
    outbox,
    acts: createConsoleActs(core),
    web: createGuardedFetch({ resolve: resolveHost(dns), privateHosts: privateWebHosts }),
    key: core.masterKey,
    domains: directory.domains,
    privateWebHosts,
    dataFolder,
    certificateUntil: async () =>
      tls ? new Date(new X509Certificate(await readFile(tls.certFile)).validTo) : null,
  })
}

export const healthFeatureOf = (core: Core): Feature => {
  const { config, database } = core
  return healthFeature({
    ...core,
    dataFolder: config.dataFolder,
    ready: database.ping,
    metricsToken: config.metricsToken,
    isPublic: config.isPublic,
  })
}
