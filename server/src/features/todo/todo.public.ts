export { createTodos, type Todos } from './todo.service.ts'
