export { addTodo } from './add-todo.ts'
export { refreshTodos } from './todo-query.ts'
