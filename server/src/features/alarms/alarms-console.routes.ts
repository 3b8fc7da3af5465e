import { alarmEndpoints as api } from '@hongyan/contract/console-alarms'
import { asId } from '../../platform/ids.ts'
import type { ConsoleActs, ConsoleDoor } from '../console/console.public.ts'
import type { Alarms } from './alarms.service.ts'

/** The console's page of alarms, and of accounts that are held for outgoing mail. */
export function alarmsConsoleRoutes(
  door: ConsoleDoor,
  { alarms, acts }: { alarms: Alarms; acts: ConsoleActs },
): void {
  door.bind(api.alarms, ({ query: { before = null, pageSize } }, { admin }) =>
    alarms.list(admin.organisationId, { before, limit: pageSize }),
  )
  door.bind(api.sendingHolds, (_, { admin }) => alarms.holds(admin.organisationId))
  door.bind(api.releaseSending, async ({ body: { accountId } }, work) => {
    await acts.doing(work, { act: 'sending-released', details: { accountId } }, () =>
      alarms.release(work.admin.organisationId, asId(accountId)),
    )
    return {}
  })
  door.bind(api.alarmSettings, (_, { admin }) => alarms.settings(admin.organisationId))
  door.bind(api.saveAlarmSettings, async ({ body }, work) => {
    const { webhook, perMinute, perDay, mailTo } = body
    const details = { webhook, perMinute, perDay, mailTo: mailTo.join(', ') }
    await acts.doing(work, { act: 'alarms-changed', details }, () =>
      alarms.save(work.admin.organisationId, body),
    )
    return {}
  })
  door.bind(api.alarmSecret, (_, work) =>
    acts.doing(work, { act: 'alarm-secret' }, async () => ({
      secret: await alarms.newSecret(work.admin.organisationId),
    })),
  )
}
