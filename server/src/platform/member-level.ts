/** What a member of a mailbox may do there; the contract says it, queries and services name it. */
export type { MemberLevel } from '@hongyan/contract/endpoint'
