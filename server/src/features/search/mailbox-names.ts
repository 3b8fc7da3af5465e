import { limits } from '@hongyan/contract/limits'
import { normalForm } from '@hongyan/contract/normal-form'
import type { Query } from '@hongyan/contract/query-language'
import type { Day } from '@hongyan/contract/query-operators'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { Viewer } from '../../mailstore/types.ts'
import type { Names } from './search-query.ts'

/** What people call the system folders beside their names. */
const roleNames: Record<string, string> = {
  inbox: 'inbox',
  收件箱: 'inbox',
  sent: 'sent',
  outbox: 'sent',
  已发送: 'sent',
  发件箱: 'sent',
  drafts: 'drafts',
  draft: 'drafts',
  草稿箱: 'drafts',
  草稿: 'drafts',
  trash: 'trash',
  bin: 'trash',
  回收站: 'trash',
  已删除: 'trash',
  junk: 'junk',
  spam: 'junk',
  垃圾邮件: 'junk',
  archive: 'archive',
  归档: 'archive',
}

const fold = (name: string): string => normalForm(name, 'NFKC').trim().toLowerCase()

/** The names a query uses, looked up only when it uses any. Hidden folders do not exist. */
export async function namesFor(
  query: Query,
  viewer: Viewer,
  mailstore: Pick<Mailstore, 'folders' | 'labels'>,
): Promise<Names> {
  const uses = (kind: string): boolean => query.flat().some(({ meaning }) => meaning.kind === kind)
  const folders = uses('folder') ? await mailstore.folders(viewer.accountId) : []
  const labels = uses('label') ? await mailstore.labels(viewer) : []
  const shown = folders.filter(({ id }) => !viewer.hidden.includes(id))
  return {
    folder: (name) => {
      const wanted = fold(name)
      const found =
        shown.find((one) => fold(one.name) === wanted) ??
        shown.find(
          ({ role }) => role && Object.hasOwn(roleNames, wanted) && role === roleNames[wanted],
        )
      return found?.id ?? null
    },
    label: (name) => labels.find((one) => fold(one.name) === fold(name))?.id ?? null,
    startOf,
  }
}

const zoneMs = limits.timeZone * 3600 * 1000

/** Days are those of the product's time zone (L.. time zone 8). */
export const startOf = ({ year, month, day }: Day): Date =>
  new Date(Date.UTC(year, month - 1, day) - zoneMs)

/** The day it is now. */
export function dayAt(now: Date): Day {
  const at = new Date(now.getTime() + zoneMs)
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() }
}
