import { Readable } from 'node:stream'
import { listEndpoints as api } from '@hongyan/contract/console-lists'
import type { SettingsIndex } from '@hongyan/contract/settings'
import type { UserId } from '../../../platform/ids.ts'
import type { ConsoleDoor } from '../console-door.routes.ts'
import type { PeopleLists } from './people-lists.ts'

export interface ListRouteParts {
  lists: PeopleLists
  settingsOf(userId: UserId): Promise<Pick<SettingsIndex, 'timeZone' | 'timeFormat'>>
}

export function listRoutes(door: ConsoleDoor, { lists, settingsOf }: ListRouteParts): void {
  door.bind(api.checkList, async ({ body }, work) => {
    const { timeZone: zone } = await settingsOf(work.admin.userId)
    return lists.check(work, { ...body, zone })
  })
  door.bind(api.lists, (_, work) => lists.list(work))
  door.bind(api.listRows, ({ query }, work) =>
    lists.rows(work, query.runId, {
      outcome: query.outcome ?? null,
      after: query.after,
      limit: query.pageSize,
    }),
  )
  door.bind(api.startList, async ({ body }, work) => {
    await lists.start(work, body.runId)
    return {}
  })
  door.bind(api.stopList, async ({ body }, work) => {
    await lists.stop(work, body.runId)
    return {}
  })
  door.bind(api.listResult, async ({ query }, work) =>
    csv('result.csv', await lists.result(work, query.runId, query.language)),
  )
  door.bind(api.exportPeople, async ({ query }, work) =>
    csv('people.csv', await lists.everybody(work, query.language)),
  )
}

const csv = (name: string, lines: AsyncGenerator<Buffer>) => ({
  bytes: Readable.from(lines),
  headers: {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}"`,
  },
})
