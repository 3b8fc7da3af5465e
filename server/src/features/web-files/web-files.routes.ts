import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import staticFiles from '@fastify/static'
import type { Http } from '../../platform/http/http.ts'

const folder = fileURLToPath(new URL('../../../../web/dist/', import.meta.url))
const day = 24 * 3600
const year = 365 * day

/** The built web client: hashed files are kept for a year, its marks for a day, the page itself is asked for each time. */
export function webFileRoutes({ app }: Pick<Http, 'app'>): void {
  if (!existsSync(folder)) return
  app.register(staticFiles, {
    root: folder,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('Cache-Control', keptFor(path))
    },
  })
}

function keptFor(path: string): string {
  if (path.includes('/assets/')) return `public, max-age=${year}, immutable`
  // The mark in the tab changes with the unread mail: it was asked for again each time.
  return /^(?:favicon.*\.(?:svg|png)|old-browser\.js)$/.test(path.slice(path.lastIndexOf('/') + 1))
    ? `public, max-age=${day}`
    : 'no-cache'
}
