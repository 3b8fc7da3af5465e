import type { ErrorCode } from '@hongyan/contract/errors'
import { limits } from '@hongyan/contract/limits'
import {
  brokenRules,
  type PasswordLevel,
  type PasswordOwner,
  passwordLevels,
} from '@hongyan/contract/password-rules'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { Passwords as Hashes } from '../../platform/crypto/passwords.ts'
import type { Database, Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId, SessionId, UserId } from '../../platform/ids.ts'
import type { Directory } from '../directory/directory.public.ts'
import type { Ldap } from '../ldap/ldap.public.ts'
import type { Sessions } from '../session/session.public.ts'
import { ownerNames } from './owner-names.ts'
import {
  keepOldPassword,
  oldPasswords,
  type PasswordRow,
  passwordOf,
  putReminderOff,
  replacePassword,
} from './passwords.queries.ts'
import { isCommonPassword } from './weak-list.ts'

/** Wrong passwords in 15 minutes of one login that is asked for its password again. */
const mostGuesses = 10
/** The same of all its logins: one in a thief's hands does not keep the owner from a change. */
const mostOfAccount = 50

interface Owner {
  userId: UserId
  accountId: AccountId
  address: string
}

interface Change {
  oldPassword: string
  newPassword: string
  /** The login that lives on. */
  sessionId: SessionId
}

/** The login that asks. */
type Proving = Pick<Owner, 'accountId'> & Pick<Change, 'sessionId'>

export type OwnPasswords = ReturnType<typeof createOwnPasswords>

interface Options {
  database: Database
  directory: Pick<Directory, 'user'>
  passwords: Hashes
  sessions: Pick<Sessions, 'judgedGuess' | 'endAllIn'>
  mailstore: Pick<Mailstore, 'record'>
  ldap: Pick<Ldap, 'proves' | 'page'>
  /** What was trusted or begun with the old password. */
  forgetBrowsersIn(tx: Db, userId: UserId): Promise<void>
  /** The code of mail programs goes with it. @returns what cuts them off, for after the commit */
  endProgramsIn(tx: Db, accountId: AccountId): Promise<() => void>
  config: { passwordLevel: PasswordLevel; passwordDays: number }
}

/** The rules for passwords, and how they are changed. */
export function createOwnPasswords(options: Options) {
  const { database, directory, passwords, sessions, mailstore, ldap, config } = options
  const { forgetBrowsersIn, endProgramsIn } = options
  const stateOf = async (accountId: AccountId): Promise<PasswordRow> => {
    const row = await passwordOf(database, accountId, config.passwordDays)
    if (!row) throw new AppError('session.expired')
    return row
  }
  const ownerOf = async ({ userId, address }: Owner): Promise<PasswordOwner> => ({
    level: config.passwordLevel,
    account: address.slice(0, address.lastIndexOf('@')),
    names: ownerNames((await directory.user(userId))?.name ?? ''),
  })

  /** Rules, list and history; the hashes of the last passwords are compared last, for they cost the most. */
  const refuseUnfit = async (owner: Owner, row: PasswordRow, password: string): Promise<void> => {
    if (row.elsewhere) throw new AppError('password.elsewhere')
    await refuseBroken(password, await ownerOf(owner))
    const before = await oldPasswords(database, row.userId, limits.passwordHistory - 1)
    for (const hash of [row.hash, ...before]) {
      if (await passwords.verify(hash, password))
        throw new AppError('password.used-before', { count: String(limits.passwordHistory) })
    }
  }

  /** One commit: the new password, the old one in the history, every other login and every mail program ended. */
  const replace = async (row: PasswordRow, password: string, except: SessionId | null) => {
    const to = await passwords.hash(password)
    const announcing = await database.transaction(async (tx) => {
      if ((await replacePassword(tx, row.userId, { from: row.hash, to })) === 0)
        throw new AppError('password.old-wrong')
      await keepOldPassword(tx, row.userId, { hash: row.hash, count: limits.passwordHistory - 1 })
      await mailstore.record(tx, { accountId: row.accountId, kind: 'password' })
      await forgetBrowsersIn(tx, row.userId)
      const why = { except, reason: 'password changed' }
      return [
        await sessions.endAllIn(tx, row.accountId, why),
        await endProgramsIn(tx, row.accountId),
      ]
    })
    for (const announce of announcing) announce()
  }

  /**
   * The own password once more, from who is signed in: the one way to ask for it. `wrong` is what a wrong one is told as.
   * @throws `wrong`, login.too-many
   */
  const prove = (
    { accountId, sessionId }: Proving,
    password: string,
    wrong: ErrorCode = 'session.password-wrong',
  ): Promise<PasswordRow> => {
    const brakes = [
      { key: `password again in login ${sessionId}`, max: mostGuesses },
      { key: `password again of account ${accountId}`, max: mostOfAccount },
    ]
    return sessions.judgedGuess({ brakes, refusal: 'login.too-many' }, async () => {
      const known = await stateOf(accountId)
      const right = known.elsewhere
        ? await ldap.proves(accountId, password)
        : await passwords.verify(known.hash, password)
      if (right) return known
      throw new AppError(wrong)
    })
  }

  return {
    policy: async (owner: Owner) => {
      const { owed, remind, changedAt, elsewhere } = await stateOf(owner.accountId)
      const rules = await ownerOf(owner)
      return {
        ...rules,
        names: [...rules.names],
        history: limits.passwordHistory,
        forced: owed,
        remind,
        changedAt: changedAt.toISOString(),
        elsewhere,
        page: elsewhere ? (ldap.page ?? '') : '',
      }
    },
    prove,
    /** @throws password.* of the contract, login.too-many */
    change: async (owner: Owner, { oldPassword, newPassword, sessionId }: Change) => {
      const row = await prove({ ...owner, sessionId }, oldPassword, 'password.old-wrong')
      await refuseUnfit(owner, row, newPassword)
      await replace(row, newPassword, sessionId)
    },
    /**
     * For one who has proved in another way who it is: every login ends. `spend` uses that proof up, once the password is
     * known to be fit.
     * @throws password.* of the contract
     */
    reset: async (owner: Owner, newPassword: string, spend: () => Promise<void>): Promise<void> => {
      const row = await stateOf(owner.accountId)
      await refuseUnfit(owner, row, newPassword)
      await spend()
      await replace(row, newPassword, null)
    },
    putReminderOff: (accountId: AccountId, days: number) =>
      putReminderOff(database, accountId, days),
  }
}

/** @throws the first rule that is broken */
async function refuseBroken(password: string, owner: PasswordOwner): Promise<void> {
  const [broken] = brokenRules(password, owner)
  const { min, max, kinds } = passwordLevels[owner.level]
  if (broken === 'kinds') throw new AppError(kinds === 4 ? 'password.kinds-all' : 'password.kinds')
  if (broken) {
    const code: ErrorCode = `password.${broken}`
    throw new AppError(code, { min: String(min), max: String(max) })
  }
  if (await isCommonPassword(password)) throw new AppError('password.weak')
}
