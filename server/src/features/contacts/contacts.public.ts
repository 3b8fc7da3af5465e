import type { Feature } from '../feature.ts'
import { contactRoutes, type SuggestedGroups } from './contacts.routes.ts'
import type { Contacts } from './contacts.service.ts'

export { fold, keysOf } from '../../platform/names/name-keys.ts'
export { type Contacts, createContacts } from './contacts.service.ts'

export const contactsFeature = (contacts: Contacts, groups: SuggestedGroups): Feature => ({
  routes: (http) => contactRoutes(http, contacts, groups),
})
