import { compose as contract } from '@hongyan/contract/compose'
import type { Http } from '../../platform/http/http.ts'
import type { Contacts } from './contacts.service.ts'

/** Suggestions while recipients are typed (E43). */
export function contactRoutes(http: Http, contacts: Contacts): void {
  http.bind(contract.suggest, async ({ caller, query }) => ({
    list: await contacts.suggest(caller, query.keyword),
  }))
}
