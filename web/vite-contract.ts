import { pathToFileURL } from 'node:url'
import { browserFields } from '@hongyan/contract/endpoint'
import type { Plugin } from 'vite'

/**
 * The contract as the browser needs it: how an endpoint is called, and plain values. The server validates, so that
 * schemas and descriptions (20 kB of zod, and a third of the first script) need not travel, nor be built at each start.
 */
export function contractForBrowser(): Plugin {
  return {
    name: 'hongyan-contract-for-browser',
    apply: 'build',
    enforce: 'pre',
    load: async (id) => {
      if (!/[\\/]contract[\\/]src[\\/][\w-]+\.ts$/.test(id)) return null
      const exports: object = await import(pathToFileURL(id).href)
      const entries = Object.entries(exports)
      // Words and texts, without a schema: as they are.
      if (!entries.some(([, value]) => isOfSchemas(value))) return null
      return entries.map(([name, value]) => sourceOf(name, value)).join('\n')
    },
  }
}

/** Of calls of the console: what a role may not do is not offered. */
const kept = [...browserFields, 'may']

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isSchema = (value: unknown): boolean => isObject(value) && '_zod' in value

const isEndpoint = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && 'method' in value && 'path' in value && 'guard' in value

const isOfSchemas = (value: unknown): boolean =>
  isSchema(value) ||
  (isObject(value) && Object.values(value).some((one) => isSchema(one) || isEndpoint(one)))

/** A schema has no source: whoever imports one into the browser is told by the build that it is not there. */
function sourceOf(name: string, value: unknown): string {
  if (typeof value === 'function' || isSchema(value)) return ''
  return `export const ${name} = ${JSON.stringify(lightened(value))}`
}

function lightened(value: unknown): unknown {
  if (isSchema(value) || Array.isArray(value) || !isObject(value))
    return isSchema(value) ? undefined : value
  if (isEndpoint(value)) return Object.fromEntries(kept.map((key) => [key, value[key]]))
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, lightened(one)]))
}
