import { AppError } from '../../platform/errors.ts'
import type { AtWork } from '../console/console.public.ts'
import { checkRecords } from './check-records.ts'
import { newDkimKey, newSelector } from './dkim-key.ts'
import { recordsOf } from './domain-records.ts'
import {
  deleteKey,
  insertKey,
  type KeyRow,
  keysOf,
  lockDomains,
  signBy,
} from './domains.queries.ts'
import { type DomainParts, known } from './domains.service.ts'

/**
 * A key is changed without a mail that fails: the new one is published while the old one signs, signs once the DNS shows
 * it, and the old one's record stands until what it signed has arrived everywhere.
 */
export function createRotation(parts: DomainParts) {
  const { database, clock, config, acts } = parts
  const found = async (work: AtWork, domain: string, selector: string): Promise<KeyRow> => {
    const { name } = await known(parts, work, domain)
    const key = (await keysOf(database, [name])).find((one) => one.selector === selector)
    if (!key) throw new AppError('item.not-found')
    return key
  }
  const isPublished = async (key: KeyRow): Promise<boolean> => {
    const records = recordsOf({ name: key.domain, keys: [key] }, config)
    const dkim = records.filter((one) => one.purpose === 'dkim')
    const [checked] = await checkRecords(dkim, config.dnsServers)
    return checked?.state === 'published'
  }
  return {
    /** @throws item.not-found, domain.key-waits */
    add: async (work: AtWork, wanted: string): Promise<{ selector: string }> => {
      const { name } = await known(parts, work, wanted)
      const selector = newSelector(clock.now())
      const privateKey = await newDkimKey()
      await acts.doing(work, { act: 'dkim-key-added', whom: name, details: { selector } }, () =>
        database.transaction(async (tx) => {
          await lockDomains(tx, work.admin.organisationId)
          if ((await keysOf(tx, [name])).some((one) => one.state === 'new'))
            throw new AppError('domain.key-waits')
          await insertKey(tx, { domain: name, selector, privateKey, state: 'new' })
        }),
      )
      return { selector }
    },
    /** @throws item.not-found, domain.key-unpublished */
    sign: async (
      work: AtWork,
      { name, selector, anyway }: { name: string; selector: string; anyway: boolean },
    ): Promise<void> => {
      const key = await found(work, name, selector)
      if (!anyway && !(await isPublished(key))) throw new AppError('domain.key-unpublished')
      const details = { selector, anyway }
      await acts.doing(work, { act: 'dkim-key-signs', whom: key.domain, details }, () =>
        database.transaction(async (tx) => {
          await lockDomains(tx, work.admin.organisationId)
          if ((await signBy(tx, key.domain, selector)) === 0) throw new AppError('item.not-found')
        }),
      )
    },
    /** @throws item.not-found, domain.key-signs */
    remove: async (work: AtWork, name: string, selector: string): Promise<void> => {
      const { domain } = await found(work, name, selector)
      const details = { selector }
      await acts.doing(work, { act: 'dkim-key-removed', whom: domain, details }, async () => {
        if ((await deleteKey(database, domain, selector)) === 0)
          throw new AppError('domain.key-signs')
      })
    },
  }
}
