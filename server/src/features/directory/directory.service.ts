import { generateKeyPair } from 'node:crypto'
import { domainToASCII } from 'node:url'
import { promisify } from 'node:util'
import { normalForm } from '@hongyan/contract/normal-form'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { Passwords } from '../../platform/crypto/passwords.ts'
import { newToken } from '../../platform/crypto/tokens.ts'
import type { Database, Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import { gather } from '../../platform/gather.ts'
import type { AccountId, OrganisationId, UserId } from '../../platform/ids.ts'
import {
  accountsByAddress,
  addressesOf,
  aliasTarget,
  catchAllOf,
  departmentsOf,
  dkimKey,
  domainExists,
  domainNames,
  domainsAmong,
  firstAdministrator,
  firstOrganisation,
  insertAccount,
  insertAddress,
  insertDepartment,
  insertDomain,
  insertOrganisation,
  insertUser,
  isBeingDeleted,
  isSomebodys,
  lockAddress,
  mergeOrganisationSettings,
  mergeSettings,
  mergeSettingsOfAccount,
  type NewDepartment,
  organisationSettings,
  ownerOf,
  peopleOf,
  type RecipientRow,
  renameOrganisation,
  setDisabled,
  setPasswordHash,
  setValidUntil,
  userById,
  wasGivenUp,
} from './directory.queries.ts'
import { givenAddresses } from './given-addresses.ts'
import { insertPeople, type NewOfMany } from './many-people.queries.ts'
import { createOrganisationOf } from './organisation-of.ts'
import { profilesOf } from './profiles.ts'

const makeKeyPair = promisify(generateKeyPair)
const defaultQuota = 10 * 1024 ** 3
/** A group must never be too full to pass a mail on. */
const groupQuota = 1024 ** 5

export interface NewPerson {
  organisationId: OrganisationId
  address: string
  name: string
  password: string
  /** The password must be changed at the first login. */
  temporary?: boolean
  departmentId?: number | null
  isAdmin?: boolean
  gender?: number
  duties?: string
  phone?: string
  aliases?: string[]
  quotaBytes?: number
}

/** Whose address it is, who the people are, which keys sign: the organisation as every door sees it. */
export type Directory = ReturnType<typeof createDirectory>

interface Options {
  database: Database
  mailstore: Pick<Mailstore, 'createSystemFolders' | 'createSystemFoldersOfAll'>
  passwords: Passwords
}

export function createDirectory({ database, mailstore, passwords }: Options) {
  const accountByAddress = gather((addresses) => accountsByAddress(database, addresses))
  const createMailbox = mailboxMaker({ database, mailstore, passwords })
  return {
    /** The account behind an address: aliases, any case, `name+tag@`, IDN domains in both forms. */
    findRecipient: (address: string) => findRecipient({ database, accountByAddress }, address),
    /** Where mail to an address goes: to whose it is, else to the mailbox that gets what reaches nobody. */
    findMailbox: async (address: string) =>
      (await findRecipient({ database, accountByAddress }, address)) ??
      (await catchAll(database, address)),
    /** True for an address that is somebody's, or that somebody gave up: mail to it was meant for them. */
    isTaken: async (address: string): Promise<boolean> =>
      (await findRecipient({ database, accountByAddress }, address)) !== null ||
      wasGivenUp(database, normalAddress(address)),
    /** Who reads mail to postmaster where no mailbox or alias has that name. */
    postmaster: () => firstAdministrator(database),
    isLocalDomain: (domain: string) => domainExists(database, asciiDomain(domain)),
    /** Which of some domains are ours, in their ASCII form. */
    localAmong: (domains: Iterable<string>) =>
      domainsAmong(database, [...new Set([...domains].map(asciiDomain))]),
    domains: async () => (await domainNames(database)).map((row) => row.name),
    fullAddress: (typed: string) => fullAddress(database, typed),
    dkimKeyFor: (domain: string) => dkimKey(database, asciiDomain(domain)),
    user: (id: UserId) => userById(database, id),
    organisationOf: createOrganisationOf((id) => userById(database, id)),
    /** The person behind a mailbox, or the user that stands for a public one. */
    ownerOf: (accountId: AccountId, db: Db = database) => ownerOf(db, accountId),
    addressesOf: async (accountId: AccountId) =>
      (await addressesOf(database, accountId)).map((row) => row.address),
    /** Everybody of an organisation who can be written to. */
    people: (id: OrganisationId) => peopleOf(database, id),
    /** Its departments, in the order in which they are shown. */
    departments: (id: OrganisationId) => departmentsOf(database, id),
    /** What people say of themselves, and the addresses they gave themselves. */
    profiles: profilesOf(database),
    /** Addresses that an administrator gives and takes. */
    given: givenAddresses(database),
    organisation: () => firstOrganisation(database),
    changeSettings: (id: UserId, settings: object, db: Db = database) =>
      mergeSettings(db, id, settings),
    changeSettingsOf: (accountId: AccountId, settings: object) =>
      mergeSettingsOfAccount(database, accountId, settings),

    /** Adds a mail domain with a fresh DKIM key (RSA 2048, RFC 6376). */
    createDomain: async (organisationId: OrganisationId, name: string): Promise<void> => {
      const { privateKey } = await makeKeyPair('rsa', {
        modulusLength: 2048,
        publicKeyEncoding: { type: 'spki', format: 'pem' },
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      })
      await insertDomain(database, {
        name: asciiDomain(name),
        organisationId,
        selector: 'hongyan',
        privateKey,
      })
    },

    /** A person with a mailbox, system folders and addresses, in one transaction. @throws alias.taken */
    createPerson: (person: NewPerson) => createMailbox(person, 'personal'),
    /**
     * A public mailbox: a user like any other, with a name, settings and texts, whom nobody can log in as; members switch
     * to it.
     */
    createPublicMailbox: (box: Pick<NewPerson, 'organisationId' | 'address' | 'name'>) =>
      createMailbox({ ...box, password: newToken() }, 'public'),
    /** By an administrator. @param temporary it must be changed at the next login */
    setPassword: async (
      accountId: AccountId,
      password: string,
      { temporary = false }: { temporary?: boolean } = {},
    ): Promise<void> => {
      const hash = await passwords.hash(password)
      await setPasswordHash(database, accountId, { hash, temporary })
    },
    ...organisationIn(database),
    ...closingIn(database),
    ...manyIn({ mailstore, passwords }),
    ...groupsIn(mailstore),
  }
}

/** Mailboxes of mail groups. */
const groupsIn = (mailstore: Options['mailstore']) => ({
  /** A mailbox without a user, for a mail group; in the caller's transaction. @throws alias.taken */
  openGroupMailbox: async (
    tx: Db,
    { organisationId, address, name }: Pick<NewPerson, 'organisationId' | 'address' | 'name'>,
  ): Promise<AccountId> => {
    const quotaBytes = groupQuota
    const box = { organisationId, address, name, quotaBytes, kind: 'group' as const }
    await lockAddress(tx, address)
    if (await isSomebodys(tx, address)) throw new AppError('alias.taken')
    const accountId = await insertAccount(tx, box)
    const given = { address, accountId, isPrimary: true, own: false }
    if ((await insertAddress(tx, given)) === 0) throw new AppError('alias.taken')
    await mailstore.createSystemFolders(tx, accountId)
    return accountId
  },
})

/** Many people at once. */
const manyIn = ({ mailstore, passwords }: Pick<Options, 'mailstore' | 'passwords'>) => ({
  /** @param made a password of `madePassword`, which nobody can guess: it costs hardly anything */
  hashFor: (password: string, { made }: { made: boolean }): Promise<string> =>
    made ? passwords.hashMade(password) : passwords.hash(password),
  /** People with their mailboxes, in the caller's transaction. @returns accounts by address @throws alias.taken */
  createPeopleIn: async (
    tx: Db,
    organisationId: OrganisationId,
    people: readonly NewOfMany[],
  ): Promise<Map<string, AccountId>> => {
    const quota = (one: NewOfMany) => one.quotaBytes ?? defaultQuota
    const rows = people.map((one) => ({ ...one, quotaBytes: quota(one) }))
    const ids = await insertPeople(tx, organisationId, rows)
    await mailstore.createSystemFoldersOfAll(tx, [...ids.values()])
    return ids
  },
})

/** The organisation and its departments. */
const organisationIn = (database: Database) => ({
  /** What an administrator switched for everybody; absent ones are at their default. */
  organisationSettings: (id: OrganisationId) => organisationSettings(database, id),
  changeOrganisationSettings: (id: OrganisationId, settings: object) =>
    mergeOrganisationSettings(database, id, settings),

  createOrganisation: (name: string) => insertOrganisation(database, name),
  renameOrganisation: (id: OrganisationId, name: string) => renameOrganisation(database, id, name),
  createDepartment: (department: NewDepartment, db: Db = database) =>
    insertDepartment(db, department),
})

/** Who may come in no more: at once, or from a day on. */
const closingIn = (database: Database) => ({
  setDisabled: (accountId: AccountId, disabled: boolean) =>
    database.transaction((tx) => setDisabled(tx, accountId, disabled)),
  /** @throws console.being-deleted for one who is to come in again while all that comes would be erased */
  setDisabledIn: async (tx: Db, accountId: AccountId, disabled: boolean): Promise<void> => {
    await setDisabled(tx, accountId, disabled)
    // After the write: behind the lock of the rows, so that a deletion that began meanwhile is seen.
    if (!disabled && (await isBeingDeleted(tx, accountId)))
      throw new AppError('console.being-deleted')
  },
  /** When a mailbox ends; null for never. */
  setValidUntil: (accountId: AccountId, until: Date | null) =>
    setValidUntil(database, accountId, until),
})

/** The name under which a person writes. */
export const writesAs = (person: { name: string; nickname: string } | null): string =>
  person ? person.nickname || person.name : ''

/** People type `zhangwei` as well as `zhangwei@…`: without a domain the organisation's first one is meant. */
async function fullAddress(database: Database, typed: string): Promise<string> {
  const name = typed.trim().toLowerCase()
  if (name.includes('@')) return name
  const [first] = await domainNames(database)
  return `${name}@${first?.name ?? 'localhost'}`
}

/** A mailbox with its user, system folders and addresses, in one transaction. */
const mailboxMaker =
  ({ database, mailstore, passwords }: Options) =>
  async (
    person: NewPerson,
    kind: 'personal' | 'public',
  ): Promise<{ accountId: AccountId; userId: UserId }> => {
    const passwordHash = await passwords.hash(person.password)
    return database.transaction(async (tx) => {
      const { organisationId, name } = person
      const address = normalAddress(person.address)
      const quotaBytes = person.quotaBytes ?? defaultQuota
      const accountId = await insertAccount(tx, { organisationId, address, name, quotaBytes, kind })
      const names = [address, ...(person.aliases ?? []).map(normalAddress)]
      for (const [index, one] of names.entries()) {
        const given = { address: one, accountId, isPrimary: index === 0, own: false }
        if ((await insertAddress(tx, given)) === 0) throw new AppError('alias.taken')
      }
      await mailstore.createSystemFolders(tx, accountId)
      const userId = await insertUser(tx, {
        organisationId,
        accountId,
        name,
        passwordHash,
        departmentId: person.departmentId ?? null,
        isAdmin: person.isAdmin ?? false,
        gender: person.gender ?? 2,
        duties: person.duties ?? '',
        phone: person.phone ?? '',
        temporary: person.temporary ?? false,
      })
      return { accountId, userId }
    })
  }

/** Domains are kept in their ASCII form (RFC 5890); unusable ones stay as they are and match nothing. */
export const asciiDomain = (domain: string): string => domainToASCII(domain) || domain.toLowerCase()

/** The form in which addresses are kept: lower case, ASCII domain. What has no "@" is none, and becomes none. */
export function normalAddress(address: string): string {
  const at = address.lastIndexOf('@')
  if (at < 0) return normalForm(address.toLowerCase(), 'NFC')
  return `${normalForm(address.slice(0, at).toLowerCase(), 'NFC')}@${asciiDomain(address.slice(at + 1))}`
}

/** The one spelling under which a name is counted that nobody may have; its tag and its form of the domain make no difference. */
export const oneSpelling = (address: string): string =>
  normalAddress(address)
    .replace(/^([^+@]*)\+[^@]*@/, '$1@')
    .slice(0, 320)

type FindAccount = (address: string) => Promise<RecipientRow | null>

interface Finding {
  database: Database
  accountByAddress: FindAccount
}

const isUsable = (address: string): boolean =>
  address.lastIndexOf('@') >= 1 && address.length <= 320 && !address.includes('\u0000')

async function findRecipient(
  { database, accountByAddress }: Finding,
  address: string,
): Promise<RecipientRow | null> {
  if (!isUsable(address)) return null
  const normal = normalAddress(address)
  const found = await byName(accountByAddress, normal)
  if (found) return found
  // Asked only about strangers: a domain may be another name of one.
  const at = normal.lastIndexOf('@')
  const about = { address: normal, domain: normal.slice(at + 1) }
  const target = await aliasTarget(database, about)
  return target === null ? null : byName(accountByAddress, `${normal.slice(0, at)}@${target}`)
}

/** By the whole address, or by what is before its tag. */
async function byName(accountByAddress: FindAccount, normal: string): Promise<RecipientRow | null> {
  const exact = await accountByAddress(normal)
  if (exact) return exact
  const plus = normal.indexOf('+')
  if (plus < 1) return null
  return accountByAddress(normal.slice(0, plus) + normal.slice(normal.lastIndexOf('@')))
}

/** Mail to postmaster is the administrator's (RFC 5321 §4.5.1). */
async function catchAll(database: Database, address: string): Promise<RecipientRow | null> {
  if (!isUsable(address)) return null
  const normal = normalAddress(address)
  if (normal.startsWith('postmaster@')) return null
  const domain = normal.slice(normal.lastIndexOf('@') + 1)
  return catchAllOf(database, { address: normal, domain })
}
