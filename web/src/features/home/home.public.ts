export { homeQuery } from './home-query.ts'
