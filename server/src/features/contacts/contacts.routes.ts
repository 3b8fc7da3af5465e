import { compose as contract } from '@hongyan/contract/compose'
import { contacts as book } from '@hongyan/contract/contacts'
import type { Http } from '../../platform/http/http.ts'
import type { Contacts } from './contacts.service.ts'

/** Suggestions while recipients are typed (E43) and the address book to pick them from (E44). */
export function contactRoutes(http: Http, contacts: Contacts): void {
  http.bind(contract.suggest, async ({ caller, query }) => ({
    list: await contacts.suggest(caller, query.keyword),
    departments: await contacts.departments(caller.userId, query.keyword),
  }))
  http.bind(book.tree, ({ caller, query }) => contacts.tree(caller, query))
}
