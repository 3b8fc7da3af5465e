/** What lists of people say; the contract says it, queries and services name it. */
export type { PersonField, RowRefusal } from '@hongyan/contract/console-lists'
