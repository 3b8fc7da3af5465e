/** What a group and its entries are, as they are kept. */
export type { GroupRule, GroupSenders, MemberType } from '@hongyan/contract/groups'
