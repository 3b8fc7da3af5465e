export { createLdap, type Ldap } from './ldap.service.ts'
