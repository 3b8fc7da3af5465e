import { limits } from '@hongyan/contract/limits'
import { tidyName } from '@hongyan/contract/names'
import { AppError } from '../../platform/errors.ts'
import { skeleton } from '../reader/reader.public.ts'
import { reservedNames } from './alias-rules.ts'

/**
 * Characters that nobody sees (bidi overrides, zero-width ones, fillers, the blank of braille) and what begins an address: a
 * nickname such as `boss@bank.com` or `<boss@bank.com>` would pass for the address it names.
 */
const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2800<>@＠"\\]/u

/**
 * What makes two names the same to a reader: width, case, letters of other scripts that are drawn alike, and what stands
 * between do not count. '' for a name without letters.
 */
export const sameName = (name: string): string =>
  skeleton(name.replace(/\s/gu, '')).replace(/[^\p{L}\p{N}]/gu, '')

/** By which a name is found: as it is written, and whatever the order of its words. */
export function sameNames(name: string): string[] {
  const words = name.split(/[\s,，、]+/u).map(sameName)
  return [...new Set([sameName(name), words.sort().join('')])].filter((key) => key !== '')
}

/** What brackets, bars and slashes take apart: the second name in `李婷（财务部）` says nothing less than the first. */
const marks = /[()（）[\]【】〔〕{}《》〈〉「」『』|｜/／\\—–:：;；]+| - /u

/** By which a nickname is compared with names of others: as a whole, and by its parts; one letter is no name. */
export function claimedNames(nickname: string, ownName: string): string[] {
  const own = new Set(sameNames(ownName))
  const parts = nickname.split(marks).filter((part) => [...sameName(part)].length > 1)
  return [...new Set([nickname, ...parts].flatMap(sameNames))].filter((key) => !own.has(key))
}

/** Offices whose mail is obeyed, beside those that are no alias either. */
const offices = new Set(
  [
    ...reservedNames,
    ...'coo cio president chairman helpdesk itsupport notification notifications'.split(' '),
    ...'系统 系统通知 系统消息 邮件系统 网管 老板 总裁 董事长 总经理 首席执行官 首席财务官 财务 财务部 人事 人事部 人力资源 人力资源部 客服 客服中心 信息中心 信息安全 安全中心 技术支持 法务 法务部'.split(
      ' ',
    ),
  ].map(sameName),
)
/** Wherever they stand in a name. */
const titles = ['管理员', 'administrator', 'postmaster', 'mailerdaemon'].map(sameName)

/** A nickname as it is kept. @throws nickname.invalid */
export function checkedNickname(typed: string): string {
  const nickname = tidyName(typed)
  const length = [...nickname].length
  if (length === 0 || length > limits.nickname || hidden.test(nickname))
    throw new AppError('nickname.invalid', { max: String(limits.nickname) })
  return nickname
}

/** True where a name says that somebody is an office or the system. */
export function isOffice(name: string): boolean {
  const same = sameName(name)
  return offices.has(same) || titles.some((one) => same.includes(one))
}
