import { type ConsoleSessions, consoleDoor, createConsoleActs } from '../console/console.public.ts'
import type { Feature } from '../feature.ts'
import { type AnnouncementParts, createAnnouncementDesk } from './announcement-desk.ts'
import { createFeedbackDesk, type FeedbackParts } from './feedback-desk.ts'
import { organisationRoutes } from './organisation-console.routes.ts'
import { createOrganisationDesk, type OrganisationParts } from './organisation-desk.ts'
import { createTextDesk, type TextParts } from './text-desk.ts'

export { machineValues } from './machine-values.ts'

type Parts = OrganisationParts & AnnouncementParts & FeedbackParts & TextParts
type Options = Omit<Parts, 'acts'> & { consoleSessions: ConsoleSessions }

/** What an administrator sets for everybody: a page of the console. */
export function organisationFeature(options: Options): Feature {
  const { database, ownTexts, consoleSessions } = options
  const parts = { ...options, acts: createConsoleActs({ database }) }
  return {
    consoleRoutes: (http) =>
      organisationRoutes(http, consoleDoor(http, consoleSessions), {
        desk: createOrganisationDesk(parts),
        announcements: createAnnouncementDesk(parts),
        feedback: createFeedbackDesk(parts),
        texts: createTextDesk(parts),
        pictures: ownTexts.ownPictures,
      }),
  }
}
