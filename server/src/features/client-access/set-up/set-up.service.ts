import { readFile } from 'node:fs/promises'
import type { Clock } from '../../../platform/clock.ts'
import { signedData } from '../../../platform/crypto/signed-data.ts'
import { messageOf } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/log.ts'
import type { Directory } from '../../directory/directory.public.ts'
import { type ProgramDoorsConfig, programDoors } from '../program-doors.ts'
import { autoconfig } from './autoconfig.ts'
import { autodiscover, autodiscoverError, readQuestion } from './autodiscover.ts'
import { mobileconfig } from './mobileconfig.ts'
import { setUpOf } from './set-up-doors.ts'

interface Options {
  directory: Pick<Directory, 'domains' | 'isLocalDomain' | 'organisation'>
  clock: Clock
  log: Log
  config: ProgramDoorsConfig & {
    origin: string
    tls: { keyFile: string; certFile: string } | null
  }
}

export type SetUpDocuments = ReturnType<typeof createSetUp>

/**
 * What programs ask for to set themselves up. Strangers ask: every answer is made of the configuration and of what was asked,
 * the same for each name of a domain, so that none tells whether an account is there.
 */
export function createSetUp({ directory, clock, log, config }: Options) {
  const doors = setUpOf(programDoors(config))
  const organisation = async () => (await directory.organisation())?.name ?? 'Hongyan'
  const domainOf = async (address: string): Promise<string | null> => {
    const domain = /^[^\s@<>"]{1,64}@([^\s@<>"]{1,255})$/.exec(address)?.[1]
    return domain && (await directory.isLocalDomain(domain)) ? domain : null
  }
  const sign = async (content: string): Promise<Buffer> => {
    const plain = Buffer.from(content)
    if (!config.tls) return plain
    try {
      const [key, cert] = await Promise.all([
        readFile(config.tls.keyFile, 'utf8'),
        readFile(config.tls.certFile, 'utf8'),
      ])
      return signedData(plain, { key, cert }, clock.now())
    } catch (thrown) {
      log.warn({ reason: messageOf(thrown) }, 'a profile for Apple goes out unsigned')
      return plain
    }
  }
  return {
    /** Where people read how it is done. */
    page: `${config.origin}/#/set/client`,
    autodiscoverUrl: `${config.origin}/autodiscover/autodiscover.xml`,
    /** @param address null: of every domain. Null for a domain that is not ours */
    autoconfig: async (address: string | null): Promise<string | null> => {
      const domain = address === null ? null : await domainOf(address)
      if (address !== null && domain === null) return null
      return autoconfig({
        ...doors,
        domains: domain === null ? await directory.domains() : [domain],
        organisation: await organisation(),
        page: `${config.origin}/#/set/client`,
      })
    },
    autodiscover: async (body: string): Promise<string> => {
      const question = readQuestion(body)
      if (!question || (await domainOf(question.address)) === null) return autodiscoverError(600)
      // ActiveSync and Exchange are not spoken.
      const isOther = question.wants !== '' && !question.wants.includes('/outlook/responseschema/')
      return isOther ? autodiscoverError(601) : autodiscover(question.address, doors)
    },
    /** Null for a domain that is not ours, and where there is no way out or no way in. */
    profile: async (address: string): Promise<Buffer | null> => {
      if ((await domainOf(address)) === null) return null
      const about = { ...doors, address, organisation: await organisation() }
      const content = mobileconfig({ ...about, host: config.programs.host ?? config.hostname })
      return content === null ? null : sign(content)
    },
  }
}
