import { limits } from '@hongyan/contract/limits'
import { tidyName } from '@hongyan/contract/names'
import { AppError } from '../../platform/errors.ts'

/**
 * Control and format characters (bidi overrides, zero-width ones) and what begins an address: a nickname such as
 * `boss@bank.com` or `<boss@bank.com>` would pass for the address it names.
 */
const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}<>@＠"\\]/u

/** A nickname as it is kept. @throws nickname.invalid */
export function checkedNickname(typed: string): string {
  const nickname = tidyName(typed)
  const length = [...nickname].length
  if (length === 0 || length > limits.nickname || hidden.test(nickname))
    throw new AppError('nickname.invalid', { max: String(limits.nickname) })
  return nickname
}

/** What makes two names the same to a reader: width, case and space do not count. */
export const sameName = (name: string): string =>
  name.normalize('NFKC').toLowerCase().replace(/\s+/gu, '')
