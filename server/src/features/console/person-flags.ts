/** Flags of one person; the contract says it, queries and services name it. */
export type { PersonFlags } from '@hongyan/contract/console-people'
