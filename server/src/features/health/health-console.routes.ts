import { healthEndpoints as api } from '@hongyan/contract/console-health'
import type { ConsoleDoor } from '../console/console.public.ts'
import type { Figures } from './figures.ts'

/** The console's page of how the house is. */
export function healthConsoleRoutes(door: ConsoleDoor, figures: Figures): void {
  door.bind(api.health, ({ query: { span } }) => figures.list(span))
}
