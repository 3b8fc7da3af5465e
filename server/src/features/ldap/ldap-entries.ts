import { randomBytes } from 'node:crypto'
import { normalForm } from '@hongyan/contract/normal-form'
import { type Client, type Entry, ResultCodeError, SizeLimitExceededError } from 'ldapts'
import type { LdapConfig } from '../../config-ldap.ts'
import type { Log } from '../../platform/log.ts'
import { idOf, isShut, shutIn, textsOf } from './ldap-attributes.ts'
import { createLdapServers } from './ldap-connection.ts'
import { everybodyOf } from './ldap-everybody.ts'
import { areWords, filledBind, filledFilter, type Words } from './ldap-words.ts'

/** Somebody of the directory who has given the password. */
export interface Person {
  /** Never changes and is never given to another: entryUUID (RFC 4530), or objectGUID of Active Directory. */
  id: string
  /** What the address attribute holds. */
  addresses: string[]
  name: string
}

/** Counts the tries of one entry, however it was called, before one is judged; null: wrong. */
export type Counted = (entry: string, judge: () => Promise<Person | null>) => Promise<Person | null>

interface Asked extends Words {
  password: string
  counted: Counted
  /** Nobody is meant: takes as long as a wrong password. */
  decoy: boolean
}

/** People of a directory and their passwords. */
export function createLdapEntries(config: LdapConfig, log: Log) {
  const withServer = createLdapServers(config, log)
  const attributes = [config.address, ...config.name, 'entryUUID', 'objectGUID', shutIn]
  const wanted = {
    attributes,
    explicitBufferAttributes: ['objectGUID'],
    sizeLimit: 2,
    timeLimit: 5,
  }

  const search = async (client: Client, words: Words): Promise<Entry | null> => {
    const filter = filledFilter(config.filter, words)
    const found = await client
      .search(config.base, { ...wanted, filter, scope: 'sub' })
      .catch((thrown: unknown) => {
        if (thrown instanceof SizeLimitExceededError) return null
        throw thrown
      })
    if (found && found.searchEntries.length < 2) return found.searchEntries[0] ?? null
    log.warn({ name: words.name }, 'several entries of the directory have that name')
    return null
  }
  const read = (entry: Entry | null): Person | null => {
    const id = entry && idOf(entry)
    if (entry && !id)
      log.error({ dn: entry.dn }, 'an entry of the directory has no entryUUID or objectGUID')
    if (!entry || !id || isShut(entry)) return null
    const name = config.name.flatMap((one) => textsOf(entry, one))[0] ?? ''
    return { id, addresses: textsOf(entry, config.address), name }
  }
  /** As the person itself, whose name is made of what was typed. */
  const bindDirectly = async (client: Client, bind: string, asked: Asked) => {
    const dn = asked.decoy ? nobody(config.base) : filledBind(bind, asked)
    return asked.counted(oneForm(dn), async () => {
      const isRight = await binds(client, dn, asked.password)
      const entry = isRight && !asked.decoy ? await search(client, asked) : null
      // What the filter finds need not be what was bound: the password has to be that entry's.
      return entry && (await binds(client, entry.dn, asked.password)) ? read(entry) : null
    })
  }
  const searchAndBind = async (
    client: Client,
    service: NonNullable<LdapConfig['service']>,
    asked: Asked,
  ) => {
    await client.bind(service.dn, service.password)
    const entry = await search(client, asked)
    const person = asked.decoy ? null : read(entry)
    // Who is nobody there is bound all the same: the time tells nothing.
    if (!person || !entry)
      return binds(client, nobody(config.base), asked.password).then(() => null)
    return asked.counted(person.id, async () =>
      (await binds(client, entry.dn, asked.password)) ? person : null,
    )
  }

  return {
    /** Whose name and password these are; null: nobody's. @throws login.directory-away */
    prove: async (asked: Asked): Promise<Person | null> => {
      // A bind without a password succeeds as nobody (RFC 4513 §5.1.2); some servers end a password at a NUL.
      if (asked.password === '' || asked.password.includes('\u0000') || !areWords(asked))
        return null
      return withServer((client) =>
        config.service
          ? searchAndBind(client, config.service, asked)
          : bindDirectly(client, config.bind ?? '', asked),
      )
    },
    canFind: config.service !== null,
    everybody: everybodyOf(config, withServer),
    /** Who is meant, without a password; nobody where nothing searches. @throws login.directory-away */
    find: async (words: Words): Promise<Person | null> => {
      const { service } = config
      if (!service || !areWords(words)) return null
      return withServer(async (client) => {
        await client.bind(service.dn, service.password)
        return read(await search(client, words))
      })
    },
  }
}

/** A bind is refused for the person's sake (RFC 4511 §4.1.9): 19 and 53 by a policy, 32 and 34 for a name that is none. */
const refusals = new Set([19, 32, 34, 48, 49, 50, 53])

async function binds(client: Client, dn: string, password: string): Promise<boolean> {
  try {
    await client.bind(dn, password)
    return true
  } catch (thrown) {
    if (thrown instanceof ResultCodeError && refusals.has(thrown.code)) return false
    throw thrown
  }
}

const nobody = (base: string): string => `cn=${randomBytes(8).toString('hex')},${base}`

/** Spellings that a directory takes for one (RFC 4518 §2): an entry has not a count for each of them. */
const oneForm = (dn: string): string =>
  normalForm(dn, 'NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/gu, ' ')
    .toLowerCase()
