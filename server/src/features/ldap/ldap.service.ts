import { randomBytes } from 'node:crypto'
import type { LdapConfig } from '../../config-ldap.ts'
import { onlyOnce } from '../../platform/db/only-once.ts'
import type { Database } from '../../platform/db/pool.ts'
import { messageOf } from '../../platform/errors.ts'
import type { AccountId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { type Directory, normalAddress } from '../directory/directory.public.ts'
import { accountOfEntry, keepWords, setLoginBy, tieEntry, wordsOf } from './ldap.queries.ts'
import { type Counted, createLdapEntries, type Person } from './ldap-entries.ts'
import type { DirectoryAsked, DirectoryPerson } from './ldap-everybody.ts'

interface Options {
  database: Database
  directory: Directory
  log: Log
  config: { ldap: LdapConfig | null }
}

interface Typed {
  /** As it was typed: a name or an address. */
  username: string
  /** The same as an address. */
  address: string
  password: string
}

/** So long the directory's word that somebody is there is believed (ms). */
const freshMs = 60_000
const mostSeen = 10_000

/** Who was found there a moment ago. */
const whoWasSeen = () => {
  const seen = new Map<AccountId, number>()
  return {
    has: (accountId: AccountId): boolean => Date.now() - (seen.get(accountId) ?? 0) < freshMs,
    note: (accountId: AccountId): void => {
      if (seen.size >= mostSeen) seen.clear()
      seen.set(accountId, Date.now())
    },
  }
}

/** What a new mailbox may be called; a `+` would take mail to a tag of somebody else. */
const isFit = (address: string): boolean => /^[\p{L}\p{N}._-]{1,64}@/u.test(address)

/** What was typed, as the directory is asked. */
function wordsBy(directory: Pick<Directory, 'isLocalDomain' | 'fullAddress'>) {
  /** The part before the @ stands for somebody only in a domain of ours: else one entry would have names without end. */
  const nameOf = async (typed: string): Promise<string> => {
    const at = typed.lastIndexOf('@')
    if (at < 0 || !(await directory.isLocalDomain(typed.slice(at + 1)))) return typed
    return typed.slice(0, at)
  }
  const wordsIn = async (typed: string) => ({
    name: await nameOf(typed),
    address: await directory.fullAddress(typed),
  })
  return { nameOf, wordsIn }
}

/** Everybody of the directory, where somebody may search there. */
const wholeOf = (entries: ReturnType<typeof createLdapEntries> | null) => ({
  canSync: entries?.canFind ?? false,
  /** @throws login.directory-away */
  everybody: async (asked: DirectoryAsked): Promise<DirectoryPerson[]> =>
    entries ? entries.everybody(asked) : [],
})

export type Ldap = ReturnType<typeof createLdap>

/** The organisation's directory (LDAP, Active Directory) as the one who knows people's passwords. */
export function createLdap({ database, directory, log, config }: Options) {
  const settings = config.ldap
  const entries = settings && createLdapEntries(settings, log)

  const seen = whoWasSeen()
  const { nameOf, wordsIn } = wordsBy(directory)
  /** Addresses of an entry as they are kept here, those of other domains too; a name alone is one of our first domain. */
  const addressesOf = async ({ addresses }: Person): Promise<string[]> => {
    const [domain = 'localhost'] = await directory.domains()
    return addresses.map((one) => normalAddress(one.includes('@') ? one : `${one}@${domain}`))
  }
  /** By the main address: another name may be one that somebody took. */
  const accountBy = async (address: string): Promise<AccountId | null> => {
    const found = await directory.findRecipient(address)
    return found?.address === address ? found.accountId : null
  }
  const created = async (person: Person, address: string): Promise<AccountId | null> => {
    const organisation = await directory.organisation()
    const domain = address.slice(address.lastIndexOf('@') + 1)
    if (!settings?.create || !organisation || !isFit(address)) return null
    if (!(await directory.isLocalDomain(domain))) return null
    // Made by another login since it was looked for.
    if (await directory.findRecipient(address)) return accountBy(address)
    try {
      const { accountId } = await directory.createPerson({
        organisationId: organisation.id,
        address,
        name: person.name || address.slice(0, address.lastIndexOf('@')),
        // Nobody knows it: the directory's is the one that counts.
        password: randomBytes(32).toString('base64url'),
      })
      return accountId
    } catch (thrown) {
      // Another login of the same person was sooner.
      log.warn({ address, reason: messageOf(thrown) }, 'no mailbox was made')
      return accountBy(address)
    }
  }
  const accountOf = async (person: Person): Promise<AccountId | null> => {
    const tied = await accountOfEntry(database, person.id)
    if (tied !== null) return tied
    for (const address of await addressesOf(person)) {
      const accountId = (await accountBy(address)) ?? (await created(person, address))
      if (accountId === null) continue
      if ((await onlyOnce(() => tieEntry(database, accountId, person.id))) === 1) return accountId
      // Two logins of the same person at once: the other one tied it.
      if ((await accountOfEntry(database, person.id)) === accountId) return accountId
      log.warn({ address }, 'the mailbox is not for who signed in at the directory')
      return null
    }
    return null
  }

  return {
    isOn: entries !== null,
    page: settings?.page ?? null,
    ...wholeOf(entries),
    /**
     * Whose mailbox that name and password of the directory open; null: nobody's.
     * @param decoy the directory is not to be believed, and yet it takes as long
     * @throws login.directory-away
     */
    judge: async (
      { username, address, password }: Typed,
      { counted, decoy }: { counted: Counted; decoy: boolean },
    ): Promise<AccountId | null> => {
      if (!entries) return null
      const words = { name: await nameOf(username.trim()), address }
      const person = await entries.prove({ ...words, password, counted, decoy })
      const accountId = person && (await accountOf(person))
      if (accountId === null) return null
      await keepWords(database, accountId, username.trim().slice(0, 320))
      seen.note(accountId)
      return accountId
    },
    /**
     * False for somebody of the directory whom it does not have any more, or disabled: asked by ways in that are ours, such as a
     * passkey. Where nothing searches there is nobody to ask.
     * @throws login.directory-away
     */
    isThere: async (accountId: AccountId): Promise<boolean> => {
      const typed = entries?.canFind ? await wordsOf(database, accountId) : null
      if (!entries || typed === null) return true
      if (seen.has(accountId)) return true
      const words = await wordsIn(typed)
      const person = await entries.find(words)
      if (!person || (await accountOfEntry(database, person.id)) !== accountId) return false
      seen.note(accountId)
      return true
    },
    /** The password of the directory once more, from who is signed in. @throws login.directory-away */
    proves: async (accountId: AccountId, password: string): Promise<boolean> => {
      const typed = await wordsOf(database, accountId)
      if (!entries || typed === null) return false
      const words = await wordsIn(typed)
      const counted: Counted = (_, judge) => judge()
      const person = await entries.prove({ ...words, password, counted, decoy: false })
      return person !== null && (await accountOfEntry(database, person.id)) === accountId
    },
    setLoginBy: (accountId: AccountId, by: 'own' | 'directory') =>
      setLoginBy(database, accountId, by),
  }
}
