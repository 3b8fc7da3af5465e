import { protectionEndpoints as api } from '@hongyan/contract/console-protection'
import type { HeldClass } from '@hongyan/contract/protection-fields'
import type { ConsoleActs, ConsoleDoor } from '../console/console.public.ts'
import type { Protection } from './protection.service.ts'
import { createHeldActs } from './protection-console.ts'
import type { HeldMail } from './quarantine.queries.ts'
import type { Quarantine } from './quarantine.ts'
import { resultsOf } from './results-text.ts'
import type { Wave } from './waves/waves.queries.ts'
import type { Waves } from './waves/waves.ts'

interface Parts {
  waves: Waves
  service: Protection
  quarantine: Quarantine
  acts: ConsoleActs
}

/** The console's pages of protection. */
export function protectionConsoleRoutes(door: ConsoleDoor, parts: Parts): void {
  const { service, acts } = parts
  door.bind(api.protection, (_, { admin }) => service.state(admin.organisationId))
  door.bind(api.saveProtection, async ({ body }, work) => {
    const { junkAt, quarantineAt, refuseAt } = body
    const details = { junkAt, quarantineAt, refuseAt }
    await acts.doing(work, { act: 'protection-changed', details }, () =>
      service.save(work.admin.organisationId, body),
    )
    return {}
  })
  door.bind(api.forgetLearnt, async (_, work) => {
    await acts.doing(work, { act: 'learnt-forgotten' }, () =>
      service.forgetLearnt(work.admin.organisationId),
    )
    return {}
  })
  door.bind(api.listSenders, ({ query }, { admin }) => {
    const { before = null, keyword = '', pageSize } = query
    const owner = { organisation: admin.organisationId, accountId: null }
    return service.senders(owner, { before, keyword: keyword.trim(), pageSize })
  })
  door.bind(api.saveListedSender, async ({ body }, work) => {
    const owner = { organisation: work.admin.organisationId, accountId: null }
    const act = body.verdict === 'allow' ? 'sender-allowed' : 'sender-blocked'
    const { id } = await acts.doing(work, { act, whom: body.sender }, () =>
      service.putSender(owner, body),
    )
    return { id }
  })
  door.bind(api.removeListedSender, async ({ body }, work) => {
    const owner = { organisation: work.admin.organisationId, accountId: null }
    const details = { id: body.id }
    await acts.doing(work, { act: 'sender-unlisted', details }, () =>
      service.dropSender(owner, body.id),
    )
    return {}
  })
  quarantineRoutes(door, parts)
  waveRoutes(door, parts)
}

function quarantineRoutes(door: ConsoleDoor, { service, quarantine, acts }: Parts): void {
  const held = createHeldActs({ quarantine, service, acts })
  door.bind(api.quarantine, async ({ query }, { admin }) => {
    const { before = null, keyword = '', asked = false, pageSize } = query
    const seesText = admin.role !== 'auditor'
    const rows = await quarantine.list(admin.organisationId, {
      before,
      keyword: keyword.trim(),
      class: query.class ?? null,
      asked,
      limit: pageSize + 1,
      inSubjects: seesText,
    })
    const list = rows.slice(0, pageSize).map((row) => rowOf(row, seesText))
    return { list, hasMore: rows.length > pageSize }
  })
  door.bind(api.heldMail, async ({ query }, { admin }) => {
    const { row, headers } = await quarantine.one(admin.organisationId, query.id)
    return {
      ...rowOf(row, true),
      reasons: row.reasons,
      authentication: resultsOf(row.authentication),
      headers,
    }
  })
  door.bind(api.release, ({ body }, work) => held.release(work, body))
  door.bind(api.discard, ({ body }, work) => held.discard(work, body.ids))
}

const rowOf = (row: HeldMail, seesText: boolean) => ({
  id: row.id,
  class: row.class as HeldClass,
  score: row.score,
  address: row.address,
  envelopeFrom: row.envelopeFrom,
  fromName: seesText ? row.fromName : '',
  fromAddress: row.fromAddress,
  subject: seesText ? row.subject : '',
  size: row.size,
  heldTime: row.heldAt.toISOString(),
  expiresTime: row.expiresAt.toISOString(),
  asked: row.askedAt !== null,
})

function waveRoutes(door: ConsoleDoor, { waves, acts }: Parts): void {
  door.bind(api.searchWave, ({ body }, work) => {
    const { kind, sought, days } = body
    // The subject of a mail is not for those who read the log.
    const details = { kind, days, ...(kind === 'subject' ? {} : { sought }) }
    const { organisationId, address: madeBy } = work.admin
    return acts.doing(work, { act: 'wave-searched', details }, () =>
      waves.search(organisationId, { kind, sought, days, madeBy }),
    )
  })
  door.bind(api.waves, async (_, { admin }) => ({
    list: (await waves.latest(admin.organisationId)).map(waveRow),
  }))
  door.bind(api.wave, async ({ query: { id, pageNum, pageSize } }, { admin }) => {
    const found = await waves.found(admin.organisationId, id)
    const page = { skip: (pageNum - 1) * pageSize, limit: pageSize }
    const [counts, list] = await Promise.all([waves.counts(id), waves.copies(id, page)])
    return {
      ...waveRow(found),
      ...counts,
      list: list.map(({ receivedAt, ...one }) => ({
        ...one,
        receivedTime: receivedAt.toISOString(),
      })),
    }
  })
  door.bind(api.takeWave, async ({ body: { id } }, work) => {
    const found = await waves.found(work.admin.organisationId, id)
    await acts.doing(work, { act: 'wave-taken', details: { id } }, () => waves.take(found))
    return {}
  })
  door.bind(api.returnWave, async ({ body: { id } }, work) => {
    const found = await waves.found(work.admin.organisationId, id)
    await acts.doing(work, { act: 'wave-returned', details: { id } }, () => waves.giveBack(found))
    return {}
  })
}

const waveRow = (wave: Wave) => ({
  id: wave.id,
  kind: wave.kind,
  sought: wave.sought,
  since: wave.since.toISOString(),
  state: wave.state,
  accounts: wave.accounts,
  madeBy: wave.madeBy,
  madeTime: wave.createdAt.toISOString(),
})
