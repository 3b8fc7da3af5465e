export { createLdap, type Ldap } from './ldap.service.ts'
export type { Counted } from './ldap-entries.ts'
