import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { exportEndpoints as api } from '@hongyan/contract/console-exports'
import type { Database } from '../../platform/db/pool.ts'
import type { Http } from '../../platform/http/http.ts'
import type { Log } from '../../platform/log.ts'
import type { ConsoleActs, ConsoleDoor } from '../console/console.public.ts'
import type { Exports } from './exports.service.ts'
import type { ExportsGoing } from './exports-going.ts'
import { namesOf } from './exports-make.ts'
import { checkedWish } from './exports-wish.ts'
import type { createFourEyes } from './four-eyes.ts'

interface Parts {
  database: Database
  exports: Exports
  fourEyes: ReturnType<typeof createFourEyes>
  acts: ConsoleActs
  going: Pick<ExportsGoing, 'watch'>
  log: Log
}

/** The console's page of exports of mail. */
export function exportsConsoleRoutes(http: Http, door: ConsoleDoor, parts: Parts): void {
  const { database, exports, fourEyes, acts, going } = parts
  door.bind(api.mailExports, ({ query }, work) => exports.list(work, query))
  door.bind(api.askMailExport, async ({ body }, work) => {
    const wish = await checkedWish(database, work, body)
    const { reason, holdId: hold, party, tell, tellDays, silence } = wish
    const details = {
      ...{ reason, hold, party, tell, tellDays, silence },
      from: body.mailFrom,
      until: body.mailUntil,
    }
    return acts.doing(work, { act: 'export-asked', whom: namesOf(wish.people), details }, () =>
      exports.ask(work, wish),
    )
  })
  door.bind(api.decideMailExport, async ({ body }, work) => {
    const { reason, askedAddress } = await exports.found(work, body.id)
    const act = body.agree ? 'export-agreed' : 'export-refused'
    const details = { export: body.id, reason, word: body.word }
    await acts.doing(work, { act, whom: askedAddress, details }, () => exports.decide(work, body))
    return {}
  })
  door.bind(api.endMailExport, async ({ body: { id } }, work) => {
    const { state, askedAddress } = await exports.found(work, id)
    const doing = { act: 'export-ended', whom: askedAddress, details: { export: id, state } }
    await acts.doing(work, doing, () => exports.end(work, id))
    return {}
  })
  door.bind(api.mailExportTicket, async ({ body: { id } }, work) => ({
    url: `/api/${api.mailExportFile.path.replace('{ticket}', await exports.ticket(work, id))}`,
  }))
  door.bind(api.switchFourEyes, async ({ body: { on } }, work) => {
    const step = await fourEyes.step(work, on)
    return acts.doing(work, { act: `four-eyes-${step}` }, () => fourEyes.turn(work, step))
  })
  http.bind(api.mailExportFile, async ({ params, ip }) => {
    const spent = await exports.spend(params.ticket)
    const { row, people, by } = spent
    const { bytes, length } = await exports.open(spent)
    const stream = Readable.from(bytes, { objectMode: false })
    stream.on('error', (thrown) => parts.log.warn({ err: thrown }, 'an export broke off'))
    going.watch(stream, spent)
    const doer = { admin: { organisationId: row.organisationId, address: by }, ip }
    await begun(acts, doer, { whom: namesOf(people), id: row.id, stream })
    return {
      bytes: stream,
      headers: {
        'content-type': 'application/zip',
        // A second call would want a second link.
        'accept-ranges': 'none',
        'content-disposition': `attachment; filename="mail-export-${row.id}.zip"`,
        ...(length !== null && { 'content-length': String(length) }),
      },
    }
  })
}

/** Answers when it stands in the log that the file is fetched; it is marked as done when the last byte was taken. */
function begun(
  acts: ConsoleActs,
  doer: Parameters<ConsoleActs['doing']>[0],
  { whom, id, stream }: { whom: string; id: number; stream: Readable },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const act = { act: 'export-fetched', whom, details: { export: id } }
    acts
      .doing(doer, act, () => {
        resolve()
        return finished(stream)
      })
      .catch(reject)
  })
}
