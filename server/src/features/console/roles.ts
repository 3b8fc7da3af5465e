/** What somebody may do in the console; the contract says it, queries and services name it. */
export type { ConsoleRole } from '@hongyan/contract/console-endpoint'
