import { bulk } from '@hongyan/contract/bulk'
import { labels } from '@hongyan/contract/labels'
import { lists } from '@hongyan/contract/lists'
import { messages } from '@hongyan/contract/messages'
import { protection } from '@hongyan/contract/protection'
import { todo } from '@hongyan/contract/todo'
import { allowed } from '../../lib/allowed.tsx'
import type { Needed } from '../../lib/me.ts'
import type { BulkActions } from './action-types.ts'

/** What each action asks of the server, and so of a member of the mailbox. */
export const actionNeeds: { readonly [K in keyof BulkActions]: Needed } = {
  seen: messages.seen,
  star: messages.star,
  pin: messages.pin,
  color: messages.color,
  move: messages.move,
  archive: messages.archive,
  spam: messages.spam,
  restore: messages.restore,
  remove: messages.recycle,
  exportMail: messages.exportMail,
  related: lists.related,
  report: protection.report,
  todo: todo.save,
  askMove: messages.move,
  askLabels: labels.mark,
}

/** Deleting for good, in the recycle bin. */
export const destroyNeeds: Needed = messages.destroy

/** An action on all of a folder. */
export const wholeNeeds: Needed = bulk.start

/** The same actions, which do nothing but say so where the member may not. */
export const permitted = (actions: BulkActions): BulkActions => ({
  seen: allowed(actionNeeds.seen, actions.seen),
  star: allowed(actionNeeds.star, actions.star),
  pin: allowed(actionNeeds.pin, actions.pin),
  color: allowed(actionNeeds.color, actions.color),
  move: allowed(actionNeeds.move, actions.move),
  archive: allowed(actionNeeds.archive, actions.archive),
  spam: allowed(actionNeeds.spam, actions.spam),
  restore: allowed(actionNeeds.restore, actions.restore),
  remove: allowed(actionNeeds.remove, actions.remove),
  exportMail: allowed(actionNeeds.exportMail, actions.exportMail),
  related: allowed(actionNeeds.related, actions.related),
  report: allowed(actionNeeds.report, actions.report),
  todo: allowed(actionNeeds.todo, actions.todo),
  askMove: allowed(actionNeeds.askMove, actions.askMove),
  askLabels: allowed(actionNeeds.askLabels, actions.askLabels),
})
