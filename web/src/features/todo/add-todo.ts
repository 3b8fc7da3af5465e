import { limits } from '@hongyan/contract/limits'
import { todo } from '@hongyan/contract/todo'
import { call } from '../../lib/api.ts'
import { refreshTodos } from './todo-query.ts'

/** Puts a mail on the todo list with a note; where it is there already the note is added and its time stays. */
export async function addTodo(mailId: number, note: string, dueTime: string | null): Promise<void> {
  const { list } = await call(todo.list, { body: { mailId } })
  const [known] = list
  const open = known && !known.done ? known : undefined
  const before = open?.note ?? ''
  const body = {
    mailId,
    dueTime: open?.dueTime ?? dueTime,
    note: before.includes(note)
      ? before
      : [before, note].filter(Boolean).join('\n').slice(0, limits.todoNote),
  }
  await call(todo.save, { body })
  await refreshTodos()
}
