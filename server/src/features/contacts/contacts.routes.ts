import { compose as contract } from '@hongyan/contract/compose'
import { contacts as book } from '@hongyan/contract/contacts'
import type { Reply } from '@hongyan/contract/endpoint'
import type { Http } from '../../platform/http/http.ts'
import type { AccountId, UserId } from '../../platform/ids.ts'
import type { Contacts } from './contacts.service.ts'

/** Mail groups, of the feature that has them. */
export interface SuggestedGroups {
  suggest(
    writer: { userId: UserId; accountId: AccountId },
    keyword: string,
  ): Promise<Reply<typeof contract.suggest>['groups']>
}

/** Suggestions while recipients are typed (E43) and the address book to pick them from (E44). */
export function contactRoutes(http: Http, contacts: Contacts, groups: SuggestedGroups): void {
  http.bind(contract.suggest, async ({ caller, query }) => ({
    list: await contacts.suggest(caller, query.keyword),
    departments: await contacts.departments(caller.userId, query.keyword),
    groups: await groups.suggest(caller, query.keyword),
  }))
  http.bind(book.tree, ({ caller, query }) => contacts.tree(caller, query))
}
