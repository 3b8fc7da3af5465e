import { syncEndpoints as api } from '@hongyan/contract/console-sync'
import type { ConsoleDoor } from '../console-door.routes.ts'
import type { DirectorySync } from './directory-sync.ts'

export interface SyncRouteParts {
  sync: DirectorySync
}

export function syncRoutes(door: ConsoleDoor, { sync }: SyncRouteParts): void {
  door.bind(api.sync, (_, work) => sync.one(work))
  door.bind(api.saveSync, async ({ body }, work) => {
    await sync.save(work, body.plan)
    return {}
  })
  door.bind(api.checkSync, (_, work) => sync.check(work))
}
