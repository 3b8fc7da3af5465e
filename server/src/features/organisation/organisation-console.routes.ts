import { organisationEndpoints as api } from '@hongyan/contract/console-organisation'
import { ownPictures } from '@hongyan/contract/own-pictures'
import type { Http } from '../../platform/http/http.ts'
import { untrustedFileHeaders } from '../../platform/http/security-headers.ts'
import type { ConsoleDoor } from '../console/console.public.ts'
import type { OwnTexts } from '../own-texts/own-texts.public.ts'
import type { createAnnouncementDesk } from './announcement-desk.ts'
import type { createFeedbackDesk } from './feedback-desk.ts'
import type { createOrganisationDesk } from './organisation-desk.ts'
import type { createTextDesk } from './text-desk.ts'

interface Desks {
  desk: ReturnType<typeof createOrganisationDesk>
  announcements: ReturnType<typeof createAnnouncementDesk>
  feedback: ReturnType<typeof createFeedbackDesk>
  texts: ReturnType<typeof createTextDesk>
  pictures: OwnTexts['ownPictures']
}

/** X420 to X437. */
export function organisationRoutes(http: Http, door: ConsoleDoor, desks: Desks): void {
  const { desk, announcements, feedback } = desks
  door.bind(api.organisation, (_, work) => desk.one(work))
  door.bind(api.renameOrganisation, async ({ body }, work) => {
    await desk.rename(work, body.name)
    return {}
  })
  door.bind(api.turn, async ({ body }, work) => {
    await desk.turn(work, body.key, body.on)
    return {}
  })
  door.bind(api.festival, async ({ body }, work) => {
    await desk.offer(work, body)
    return {}
  })
  door.bind(api.assistantLimits, async ({ body }, work) => {
    await desk.limitAssistant(work, body)
    return {}
  })
  door.bind(api.announcements, ({ query }, work) => announcements.list(work, query))
  door.bind(api.saveAnnouncement, ({ body }, work) => announcements.save(work, body))
  door.bind(api.withdrawAnnouncement, async ({ body }, work) => {
    await announcements.withdraw(work, body.id)
    return {}
  })
  door.bind(api.feedback, ({ query }, work) => feedback.list(work, query))
  door.bind(api.feedbackDone, async ({ body }, work) => {
    await feedback.done(work, body.id, body.done)
    return {}
  })
  door.bind(api.answerFeedback, async ({ body }, work) => {
    await feedback.answer(work, body.id, body.content)
    return {}
  })
  textRoutes(http, door, desks)
}

function textRoutes(http: Http, door: ConsoleDoor, { texts, pictures }: Desks): void {
  door.bind(api.organisationTexts, (_, work) => texts.all(work))
  door.bind(api.saveSignature, async ({ body }, work) => {
    await texts.saveSignature(work, body)
    return {}
  })
  door.bind(api.removeSignature, async ({ body }, work) => {
    await texts.removeSignature(work, body.id)
    return {}
  })
  door.bind(api.addPicture, ({ body }, work) => texts.addPicture(work, body))
  door.bind(api.addPaper, ({ body }, work) => texts.addPaper(work, body))
  door.bind(api.removePaper, async ({ body }, work) => {
    await texts.removePaper(work, body.id)
    return {}
  })
  door.bind(api.saveWordList, async ({ body }, work) => {
    await texts.saveWordList(work, body)
    return {}
  })
  // The pictures of what is shown there, by their signed links.
  http.bind(ownPictures.show, async ({ params }) => {
    const { bytes, type } = await pictures.open(params.id)
    const headers = { 'Content-Type': type, 'Content-Disposition': 'inline' }
    return { bytes, headers: { ...untrustedFileHeaders, ...headers } }
  })
}
