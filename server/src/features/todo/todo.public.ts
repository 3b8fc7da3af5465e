import type { Feature } from '../feature.ts'
import { todoRoutes } from './todo.routes.ts'
import type { Todos } from './todo.service.ts'

export { createTodos, type Todos } from './todo.service.ts'

export const todoFeature = (todos: Todos): Feature => ({
  routes: (http) => todoRoutes(http, todos),
})
