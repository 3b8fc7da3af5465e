import { type TodoItem, todo } from '@hongyan/contract/todo'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { queryClient } from '../../lib/queries.ts'

/** Open or done todo mail, a page at a time. */
export const todosQuery = (done: boolean) =>
  infiniteQueryOptions({
    queryKey: ['todo', done],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const sortValues = pageParam === '' ? {} : { sortValues: pageParam }
      return call(todo.list, { body: { done, pageSize: 30, ...sortValues } }, { signal })
    },
    getNextPageParam: ({ next }) => next,
  })

/** The entry of one mail; null when it is not on the list. */
export const todoOfMailQuery = (mailId: number) =>
  queryOptions({
    queryKey: ['todo', 'mail', mailId],
    queryFn: async ({ signal }): Promise<TodoItem | null> => {
      const { list } = await call(todo.list, { body: { mailId } }, { signal })
      return list[0] ?? null
    },
  })

/** What is shown of the list is loaded again. */
export const refreshTodos = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['todo'] })
