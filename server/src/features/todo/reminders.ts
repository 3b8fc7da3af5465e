import type { Mailstore } from '../../mailstore/mailstore.ts'
import { wholeAccount } from '../../mailstore/types.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Db } from '../../platform/db/pool.ts'
import type { AccountId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { type TodoRow, takeReminder } from './todo.queries.ts'

const task = 'remind-todo'

interface Deps {
  database: Database
  mailstore: Mailstore
  jobs: Jobs
  clock: Clock
}

/** Before the jobs start: who is told when a todo mail is due. */
export function registerReminders(deps: Deps): void {
  deps.jobs.register(task, async (payload) => {
    const { accountId, todoId } = payload as { accountId: AccountId; todoId: number }
    await remind(deps, accountId, todoId)
  })
}

/** Sets the alarm for an entry; a second one replaces the first. */
export async function remindLater(
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Db,
  { accountId, row }: { accountId: AccountId; row: TodoRow },
): Promise<void> {
  if (row.dueAt === null || row.doneAt !== null) return
  const key = `todo ${accountId} ${row.id}`
  await jobs.enqueue(tx, { task, payload: { accountId, todoId: row.id }, runAt: row.dueAt, key })
}

/** Once for each due time, in the change feed: every open browser hears of it, also one that comes back later. */
async function remind(
  { database, mailstore, clock }: Deps,
  accountId: AccountId,
  todoId: number,
): Promise<void> {
  const changes = await database.transaction(async (tx) => {
    const row = await takeReminder(tx, accountId, { id: todoId, now: clock.now() })
    if (!row?.dueAt) return []
    const [message] = await mailstore.rowsIn(tx, wholeAccount(accountId), [row.messageId])
    if (!message) return []
    const reminder = {
      todoId,
      messageId: message.id,
      folderId: message.folderId,
      subject: message.subject.slice(0, 200),
      note: row.note,
      dueAt: row.dueAt.toISOString(),
    }
    const about = { messageIds: [message.id], places: [message.folderId], reminders: [reminder] }
    return mailstore.todosChangedIn(tx, accountId, about)
  })
  mailstore.announce(changes)
}
