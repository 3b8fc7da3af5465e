/** OpenSSL's command, the other program that S/MIME is tried against. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { provide } from './system-packages.mjs'

const findOpenssl = () =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'openssl'))
    .find((path) => existsSync(path))

export const provideOpenssl = () =>
  provide({ name: 'OpenSSL', packages: ['openssl'], find: findOpenssl })
