import { todo as contract } from '@hongyan/contract/todo'
import type { Http } from '../../platform/http/http.ts'
import type { Todos } from './todo.service.ts'

/** Todo mail. */
export function todoRoutes(http: Http, todos: Todos): void {
  http.bind(contract.schedule, ({ caller, body }) => todos.save(caller, { ...body, note: null }))
  http.bind(contract.save, ({ caller, body }) => todos.save(caller, body))
  http.bind(contract.list, ({ caller, body }) => todos.list(caller, body))
  http.bind(contract.over, async ({ caller, body }) => ({
    count: await todos.over(caller, body.pendingIds, body.over),
  }))
  http.bind(contract.remove, async ({ caller, body }) => ({
    count: await todos.remove(caller, body.pendingIds),
  }))
  http.bind(contract.destroyDone, async ({ caller, body }) => ({
    count: await todos.destroyDone(caller, body.pendingIds),
  }))
}
