import type { Feature } from '../feature.ts'
import { messageRoutes } from './messages.routes.ts'
import type { Messages } from './messages.service.ts'

export { fromSortValues, toSortValues } from './cursor.ts'
export { homeOf } from './message-actions.ts'
export { partLinks, ticketOf } from './message-detail.ts'
export {
  type FileReader,
  fileHeaders,
  fileUrl,
  type MessageTicket,
  type TicketReader,
  ticketReader,
} from './message-files.ts'
export type { ReadingExtras } from './message-view.ts'
export { createMessages, type Messages } from './messages.service.ts'
export { maxNesting, openInTurn, openPartOf } from './nested-parts.ts'
export { createSenderMarks } from './sender-marks.ts'

export const messagesFeature = (messages: Messages): Feature => ({
  routes: (http) => messageRoutes(http, messages),
})
