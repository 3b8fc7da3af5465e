import { retentionEndpoints as api } from '@hongyan/contract/console-retention'
import type { ConsoleDoor } from '../console/console.public.ts'
import type { Retention } from './retention.service.ts'

/** Rules by which old mail is deleted, in the console. */
export function retentionConsoleRoutes(door: ConsoleDoor, retention: Retention): void {
  door.bind(api.retentionRules, (_, work) => retention.list(work))
  door.bind(api.saveRetention, ({ body }, work) => retention.save(work, body))
  door.bind(api.tryRetention, async ({ body: { id } }, work) => {
    await retention.tryOut(work, id)
    return {}
  })
  door.bind(api.switchRetention, ({ body: { id, on } }, work) =>
    on ? retention.switchOn(work, id) : retention.switchOff(work, id),
  )
  door.bind(api.removeRetention, async ({ body: { id } }, work) => {
    await retention.remove(work, id)
    return {}
  })
  door.bind(api.retentionRuns, ({ query }, work) => retention.runs(work, query))
}
