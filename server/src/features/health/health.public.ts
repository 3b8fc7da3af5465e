import { type ConsoleSessions, consoleDoor } from '../console/console.public.ts'
import type { Feature } from '../feature.ts'
import { createFigures, type FigureParts } from './figures.ts'
import { type HealthParts, healthRoutes } from './health.routes.ts'
import { healthConsoleRoutes } from './health-console.routes.ts'

type Parts = HealthParts & FigureParts & { consoleSessions: Pick<ConsoleSessions, 'adminOf'> }

export function healthFeature(parts: Parts): Feature {
  const figures = createFigures(parts)
  return {
    routes: (http) => healthRoutes(http, parts),
    consoleRoutes: (http) => healthConsoleRoutes(consoleDoor(http, parts.consoleSessions), figures),
    crons: [{ at: '* * * * *', task: 'house-figures', run: () => figures.house() }],
    start: figures.start,
    stop: figures.stop,
  }
}
