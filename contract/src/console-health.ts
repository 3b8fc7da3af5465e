import { z } from 'zod'
import { consoleEndpoint } from './console-endpoint.ts'

/** What is kept of the house: how many in a minute (or ten), or the highest value of that time. */
export const healthFigures = [
  'mails-in',
  'mails-out',
  'bounces',
  'waiting',
  'oldest-minutes',
  'requests',
  'browsers',
  'programs',
  'database-ms',
  'loop-stall-ms',
  'memory-mb',
  'disk-free-percent',
] as const
export type HealthFigure = (typeof healthFigures)[number]

const points = z.object({
  name: z.enum(healthFigures),
  /** Null where nobody looked. The last one is that of now. */
  values: z.array(z.number().nullable()),
})
export type HealthPoints = z.output<typeof points>

/** How the house is. */
export const healthEndpoints = {
  health: consoleEndpoint({
    id: 'X540',
    method: 'GET',
    path: 'console/health/figures',
    summary: 'Figures of the last hour by minutes, or of the last day by ten minutes',
    guard: 'session',
    may: ['owner', 'admin'],
    query: z.object({ span: z.enum(['hour', 'day']).default('hour') }),
    reply: z.object({ until: z.string(), stepSeconds: z.number(), list: z.array(points) }),
    errors: ['console.not-allowed'],
  }),
}
