/** Rspamd and ClamAV's daemon, which judge mail that comes in. */
import { existsSync } from 'node:fs'
import { provide } from './system-packages.mjs'

const rspamd = '/usr/bin/rspamd'
const clamd = '/usr/sbin/clamd'

export const provideRspamd = () =>
  provide({
    name: 'Rspamd',
    packages: ['rspamd'],
    find: () => (existsSync(rspamd) ? rspamd : undefined),
  })

/** Without its virus database, which would have to be downloaded: the tests bring a signature of their own. */
export const provideClamd = () =>
  provide({
    name: 'ClamAV',
    packages: ['clamav-daemon'],
    find: () => (existsSync(clamd) ? clamd : undefined),
  })
