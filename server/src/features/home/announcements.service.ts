import type { Announcement } from '@hongyan/contract/home'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/pool.ts'
import type { OrganisationId } from '../../platform/ids.ts'
import {
  type AnnouncementRow,
  announcementsAhead,
  announcementsAt,
  announcementsOf,
  deleteAnnouncement,
  dropAnnouncement,
  insertAnnouncement,
  updateAnnouncement,
} from './announcements.queries.ts'

/** So many are shown: who has more to say at once is read by nobody. */
const mostShown = 10

/** Words of the organisation to everybody: published by its administrator, read on the home screen. */
export type Announcements = ReturnType<typeof createAnnouncements>

export function createAnnouncements({ database, clock }: { database: Database; clock: Clock }) {
  return {
    shown: async (id: OrganisationId): Promise<Announcement[]> =>
      (await announcementsAt(database, id, { now: clock.now(), limit: mostShown })).map(asItem),
    /** Those that hold or will. */
    ahead: (id: OrganisationId): Promise<AnnouncementRow[]> =>
      announcementsAhead(database, id, clock.now()),
    /** A page of those of all times, and how many there are. */
    page: async (id: OrganisationId, at: { limit: number; offset: number }) => {
      const rows = await announcementsOf(database, id, at)
      return { total: rows[0]?.total ?? 0, rows }
    },
    /** @returns whether there was one */
    change: async (id: OrganisationId, words: AnnouncementRow): Promise<boolean> =>
      (await updateAnnouncement(database, id, words)) > 0,
    /** Takes one away, whenever it holds. @returns whether there was one */
    drop: async (organisation: OrganisationId, id: number): Promise<boolean> =>
      (await dropAnnouncement(database, organisation, id)) > 0,
    publish: (id: OrganisationId, words: Omit<AnnouncementRow, 'id'>): Promise<number> =>
      insertAnnouncement(database, id, words),
    /** @returns whether there was one */
    withdraw: async (organisation: OrganisationId, id: number): Promise<boolean> =>
      (await deleteAnnouncement(database, organisation, { id, now: clock.now() })) > 0,
  }
}

const asItem = ({ id, title, content, startsAt, endsAt }: AnnouncementRow): Announcement => ({
  announcementId: id,
  title,
  content,
  startTime: startsAt.toISOString(),
  endTime: endsAt.toISOString(),
})
