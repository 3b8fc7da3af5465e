import { isAbsolute } from 'node:path'
import { fail, list, url, variable } from './config-values.ts'
import type { ProtectionConfig } from './features/protection/protection.public.ts'

const clamd = (value: string, name: string): ProtectionConfig['clamd'] => {
  if (value === '') return null
  if (isAbsolute(value)) return { path: value }
  const [, host = '', port = ''] = /^(.+):(\d{1,5})$/.exec(value) ?? []
  if (host === '' || Number(port) > 65_535)
    fail(name, `must be host:port or the path of a socket, not "${value}"`)
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) }
}

const rspamd = (value: string, name: string): string | null => {
  const given = url(value, name)
  if (given !== null && !/^https?:$/.test(new URL(given).protocol))
    fail(name, `must begin with http:// or https://, not "${value}"`)
  return given
}

const zones = (value: string, name: string): string[] => {
  const all = list(value)
  const isZone = (one: string) => /^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/i.test(one)
  if (all.length > 5 || !all.every(isZone))
    fail(name, `must be at most five names of DNS zones, not "${value}"`)
  return all
}

/** Programs and lists that help to judge mail that comes in. */
export const protectionVariables = {
  HONGYAN_RSPAMD_URL: variable(
    '',
    'Rspamd, which judges mail that comes in, e.g. http://127.0.0.1:11333; empty: the built-in judgement alone',
    rspamd,
  ),
  HONGYAN_CLAMD: variable(
    '',
    'ClamAV’s daemon, which looks for viruses in mail that comes in: host:port or the path of its socket; empty: nobody does',
    clamd,
  ),
  HONGYAN_DNSBL: variable(
    '',
    'DNS lists (comma-separated zones, at most five) that are asked about the addresses mail comes from; empty: none',
    zones,
  ),
}

/** @param values as they were read */
export const readProtection = (values: {
  HONGYAN_RSPAMD_URL: string | null
  HONGYAN_CLAMD: ProtectionConfig['clamd']
  HONGYAN_DNSBL: string[]
}): ProtectionConfig => ({
  rspamdUrl: values.HONGYAN_RSPAMD_URL,
  clamd: values.HONGYAN_CLAMD,
  dnsLists: values.HONGYAN_DNSBL,
})
