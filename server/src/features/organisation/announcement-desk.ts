import type { ConsoleAnnouncement } from '@hongyan/contract/console-organisation'
import type { Clock } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import type { AtWork, ConsoleActs } from '../console/console.public.ts'
import type { Announcements } from '../home/home.public.ts'

export interface AnnouncementParts {
  announcements: Announcements
  clock: Clock
  acts: ConsoleActs
}

interface Written {
  id?: number | undefined
  title: string
  content: string
  startsAt: string
  endsAt: string
}

/** Announcements as an administrator writes, changes and withdraws them. */
export function createAnnouncementDesk({ announcements, clock, acts }: AnnouncementParts) {
  const stateAt = (now: Date, row: { startsAt: Date; endsAt: Date }) =>
    row.endsAt <= now ? 'over' : row.startsAt <= now ? 'shown' : 'ahead'
  return {
    list: async (
      { admin }: AtWork,
      { pageNum, pageSize }: { pageNum: number; pageSize: number },
    ): Promise<{ total: number; list: ConsoleAnnouncement[] }> => {
      const at = { limit: pageSize, offset: (pageNum - 1) * pageSize }
      const { total, rows } = await announcements.page(admin.organisationId, at)
      const now = clock.now()
      return {
        total,
        list: rows.map(({ id, title, content, ...row }) => ({
          ...{ id, title, content },
          startsAt: row.startsAt.toISOString(),
          endsAt: row.endsAt.toISOString(),
          state: stateAt(now, row),
        })),
      }
    },
    /** @throws announcement.times, item.not-found */
    save: async (work: AtWork, { id, title, content, ...times }: Written) => {
      const startsAt = new Date(times.startsAt)
      const endsAt = new Date(times.endsAt)
      if (endsAt <= startsAt || endsAt <= clock.now()) throw new AppError('announcement.times')
      const { organisationId } = work.admin
      const words = { title, content, startsAt, endsAt }
      const act = id === undefined ? 'announcement-written' : 'announcement-changed'
      return acts.doing(work, { act, whom: title }, async () => {
        if (id === undefined) return { id: await announcements.publish(organisationId, words) }
        if (!(await announcements.change(organisationId, { id, ...words })))
          throw new AppError('item.not-found')
        return { id }
      })
    },
    /** @throws item.not-found */
    withdraw: (work: AtWork, id: number): Promise<void> =>
      acts.doing(work, { act: 'announcement-withdrawn', whom: String(id) }, async () => {
        if (!(await announcements.drop(work.admin.organisationId, id)))
          throw new AppError('item.not-found')
      }),
  }
}
