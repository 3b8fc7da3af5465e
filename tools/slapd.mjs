/** OpenLDAP's server, the directory that logins are tried against. */
import { existsSync } from 'node:fs'
import { provide } from './system-packages.mjs'

const program = '/usr/sbin/slapd'

export const provideSlapd = () =>
  provide({
    name: 'OpenLDAP',
    packages: ['slapd'],
    find: () => (existsSync(program) ? program : undefined),
    // No directory of its own: the tests start one of theirs.
    answer: 'slapd slapd/no_configuration boolean true',
  })
