import type { Entry } from 'ldapts'
import type { LdapConfig } from '../../config-ldap.ts'
import { idOf, isShut, shutIn, textsOf } from './ldap-attributes.ts'
import type { createLdapServers } from './ldap-connection.ts'

/** The whole of a directory of some ten thousand people. */
const everybodyMs = 120_000

/** Which attributes say what of a person; '' for none. An empty `department`: the OUs of the entry's name. */
export interface DirectoryAsked {
  filter: string
  department: string
  duties: string
  phone: string
}

/** Somebody of the directory, whether shut out there or not. */
export interface DirectoryPerson {
  /** Never changes and is never given to another. */
  id: string
  addresses: string[]
  name: string
  shut: boolean
  department: string[]
  duties: string
  phone: string
}

/** Null for an entry that has no id that lasts. */
function personOf(
  entry: Entry,
  { address, name, base }: LdapConfig,
  asked: DirectoryAsked,
): DirectoryPerson | null {
  const id = idOf(entry)
  if (!id) return null
  const text = (attribute: string) => (attribute === '' ? '' : (textsOf(entry, attribute)[0] ?? ''))
  return {
    id,
    addresses: textsOf(entry, address),
    name: name.flatMap((one) => textsOf(entry, one))[0] ?? '',
    shut: isShut(entry),
    department:
      asked.department === ''
        ? unitsOf(entry.dn, base)
        : text(asked.department)
            .split('/')
            .map((one) => one.trim())
            .filter((one) => one !== ''),
    duties: text(asked.duties),
    phone: text(asked.phone),
  }
}

/** The organisational units of a DN below a base, from the top (RFC 4514). */
export function unitsOf(dn: string, base: string): string[] {
  const parts = dn.split(/(?<!\\),/).map((one) => one.trim())
  const below = parts.slice(1, Math.max(1, parts.length - base.split(/(?<!\\),/).length))
  return below
    .filter((one) => /^ou=/i.test(one))
    .map((one) => plainValue(one.slice(3)))
    .reverse()
}

/** A value of a DN without its escapes: `\\,` and, for bytes of UTF-8, `\\e4\\bd\\a0`. */
const plainValue = (value: string): string =>
  value
    .replace(/(?:\\[\da-f]{2})+/gi, (bytes) =>
      Buffer.from(bytes.replaceAll('\\', ''), 'hex').toString(),
    )
    .replace(/\\(.)/g, '$1')

/** Everybody whom a filter finds, a page of 500 at a time (RFC 2696). @throws login.directory-away */
export const everybodyOf =
  (config: LdapConfig, withServer: ReturnType<typeof createLdapServers>) =>
  async (asked: DirectoryAsked): Promise<DirectoryPerson[]> => {
    const { service, base, address, name } = config
    if (!service) return []
    const more = [asked.department, asked.duties, asked.phone].filter((one) => one !== '')
    return withServer(async (client) => {
      await client.bind(service.dn, service.password)
      const { searchEntries } = await client.search(base, {
        attributes: [address, ...name, ...more, 'entryUUID', 'objectGUID', shutIn],
        explicitBufferAttributes: ['objectGUID'],
        filter: asked.filter,
        scope: 'sub',
        paged: { pageSize: 500 },
      })
      return searchEntries.flatMap((entry) => personOf(entry, config, asked) ?? [])
    }, everybodyMs)
  }
