export { refreshTodos } from './todo-query.ts'
