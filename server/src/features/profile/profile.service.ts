import { limits } from '@hongyan/contract/limits'
import { normalForm } from '@hongyan/contract/normal-form'
import type { SettingsIndex } from '@hongyan/contract/settings'
import { AppError } from '../../platform/errors.ts'
import type { AccountId, UserId } from '../../platform/ids.ts'
import { type Directory, normalAddress } from '../directory/directory.public.ts'
import { checkedAlias } from './alias-rules.ts'
import { checkedNickname, claimedNames, isOffice, sameName, sameNames } from './nickname-rules.ts'

export interface ProfileDeps {
  directory: Directory
  settings: { of(userId: UserId): Promise<SettingsIndex> }
}

interface Owner {
  accountId: AccountId
  userId: UserId
}

/** What a person says of oneself: nickname, further addresses, details. */
export type Profile = ReturnType<typeof createProfile>

export function createProfile({ directory, settings }: ProfileDeps) {
  const { profiles } = directory
  const person = async ({ userId }: Owner) => {
    const user = await directory.user(userId)
    if (!user) throw new AppError('session.expired')
    return user
  }
  return {
    get: async (owner: Owner) => {
      const user = await person(owner)
      const addresses = await profiles.addresses(owner.accountId)
      const { aliasEnable } = await settings.of(owner.userId)
      return {
        name: user.name,
        nickname: user.nickname,
        gender: user.gender,
        duties: user.duties,
        aliases: addresses
          .filter(({ isPrimary }) => !isPrimary)
          .map(({ address, own }) => ({ alias: address, own: own ? 1 : 0 })),
        aliasEnable,
        maxAliases: limits.aliases,
        domains: await profiles.domains(user.organisationId),
      }
    },
    /** @throws nickname.invalid, nickname.reserved, nickname.taken: nobody writes under the name of a colleague */
    saveNickname: async (owner: Owner, typed: string): Promise<void> => {
      const nickname = checkedNickname(typed)
      const user = await person(owner)
      const wanted = sameName(nickname)
      const isOwn = wanted === sameName(user.name)
      if (!isOwn && !user.isAdmin && isOffice(nickname)) throw new AppError('nickname.reserved')
      const { organisationId } = user
      const who = { organisationId, userId: owner.userId, mayShare: isOwn }
      const wantedAs = { nickname, keys: claimedNames(nickname, user.name) }
      if (!(await profiles.claimNickname(who, wantedAs, sameNames)))
        throw new AppError('nickname.taken')
    },
    deleteNickname: async ({ userId }: Owner): Promise<void> => {
      await profiles.setNickname(userId, '')
    },
    /** @returns the address as it is kept. @throws alias.off, alias.invalid, alias.reserved, alias.taken, alias.too-many */
    saveAlias: async (owner: Owner, typed: string): Promise<string> => {
      const user = await person(owner)
      if ((await settings.of(owner.userId)).aliasEnable !== 1) throw new AppError('alias.off')
      const address = checkedAlias(typed, await profiles.domains(user.organisationId))
      const done = await profiles.claim(owner.accountId, { address, most: limits.aliases })
      if (done === 'many') throw new AppError('alias.too-many', { max: String(limits.aliases) })
      if (done === 'taken') throw new AppError('alias.taken')
      return address
    },
    /** @throws item.not-found */
    deleteAlias: async ({ accountId }: Owner, alias: string): Promise<void> => {
      if (!(await profiles.release(accountId, normalAddress(alias.trim()))))
        throw new AppError('item.not-found')
    },
    updateDetails: async (
      { userId }: Owner,
      { gender, duties }: { gender?: number | undefined; duties?: string | undefined },
    ): Promise<void> => {
      await profiles.setDetails(userId, {
        gender: gender ?? null,
        duties: duties === undefined ? null : normalForm(duties, 'NFC').trim(),
      })
    },
  }
}
