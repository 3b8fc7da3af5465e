export { type Contacts, createContacts } from './contacts.service.ts'
