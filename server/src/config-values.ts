import type { TrustedProxies } from './platform/http/http.ts'
import { nearName } from './platform/near-name.ts'
import { isNetwork } from './platform/net/is-network.ts'
import { type Role, roles } from './platform/part.ts'

/** One documented variable: its default, what it means, and how its text becomes a value. */
export interface Variable<T> {
  default: string
  about: string
  read: (text: string, name: string) => T
}

export const variable = <T>(
  fallback: string,
  about: string,
  read: (value: string, name: string) => T,
): Variable<T> => ({
  default: fallback,
  about,
  read,
})

/** A sentence that names the variable and what is wrong with it. */
export class ConfigError extends Error {}

export const fail = (name: string, why: string): never => {
  throw new ConfigError(`${name} ${why}`)
}

export const text = (value: string): string | null => (value === '' ? null : value)

export const port = (value: string, name: string): number => {
  const number = Number(value)
  if (!/^\d+$/.test(value) || number > 65_535)
    fail(name, `must be a port number from 0 to 65535, not "${value}"`)
  return number
}

export const optionalPort = (value: string, name: string): number | null =>
  value === '' ? null : port(value, name)

/** A port, `off` or `auto`. */
export const phonePort = (value: string, name: string): number | 'auto' | null =>
  value === 'auto' ? 'auto' : value === 'off' ? null : port(value, name)

export const whole = (value: string, name: string): number =>
  /^\d+$/.test(value) ? Number(value) : fail(name, `must be a whole number, not "${value}"`)

export const onOff = (value: string, name: string): boolean =>
  value === 'on' ? true : value === 'off' ? false : fail(name, `must be on or off, not "${value}"`)

export const oneOf =
  <const T extends string>(...allowed: T[]) =>
  (value: string, name: string): T =>
    allowed.find((one) => one === value) ??
    fail(name, `must be one of ${allowed.join(', ')}, not "${value}"`)

export const readLevel = (value: string, name: string): 1 | 2 | 3 => {
  const level = ([1, 2, 3] as const).find((one) => String(one) === value)
  return level ?? fail(name, `must be 1, 2 or 3, not "${value}"`)
}

export const list = (value: string): string[] =>
  value
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)

export const networks = (value: string, name: string): string[] => {
  const all = list(value)
  return all.every(isNetwork) ? all : fail(name, `must be addresses and networks, not "${value}"`)
}

/** None, the one in front, or those of these networks. */
export const readProxies = (value: string, name: string): TrustedProxies => {
  if (value === 'off') return 'none'
  if (value === 'on') return 'one'
  const all = list(value)
  if (all.length === 0 || !all.every(isNetwork))
    fail(name, `must be on, off, or addresses and networks of proxies, not "${value}"`)
  return all
}

export const readRoles = (value: string, name: string): Role[] => {
  const chosen = list(value)
  const known = roles.filter((role) => chosen.includes(role))
  if (known.length !== chosen.length || known.length === 0)
    fail(name, `must be a list of ${roles.join(', ')}, not "${value}"`)
  return known
}

export const url = (value: string, name: string): string | null => {
  if (value === '') return null
  if (!URL.canParse(value)) fail(name, `must be a URL, not "${value}"`)
  return value
}

/** A page of another site: where people are sent must be plain, and without a password in it. */
export const webPage = (value: string, name: string): string | null => {
  const given = url(value, name)
  if (given === null) return null
  const { protocol, username, password, href } = new URL(given)
  if (!/^https?:$/.test(protocol) || username !== '' || password !== '')
    fail(name, `must be the address of a web page, not "${value}"`)
  return href
}

export const origin = (value: string, name: string): string | null => {
  const given = url(value, name)
  if (given !== null && new URL(given).origin !== given)
    fail(name, `must be an origin such as https://mail.example.org, not "${value}"`)
  return given
}

export const smsTarget = (value: string, name: string): string | null =>
  value === 'log' ? value : url(value, name)

/** A JSON with places to be filled in inside its strings. */
export const jsonTemplate = (value: string, name: string): string => {
  try {
    JSON.parse(value)
    return value
  } catch {
    return fail(name, `must be JSON, not "${value}"`)
  }
}

/** Names the known variable that was probably meant. */
export function nearest(name: string, known: readonly string[]): string {
  const near = nearName(name, known)
  return near ? `; did you mean ${near}?` : '; the README lists them all'
}
