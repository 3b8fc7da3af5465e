import type { Feature } from '../feature.ts'
import { contactRoutes } from './contacts.routes.ts'
import type { Contacts } from './contacts.service.ts'

export { type Contacts, createContacts } from './contacts.service.ts'

export const contactsFeature = (contacts: Contacts): Feature => ({
  routes: (http) => contactRoutes(http, contacts),
})
