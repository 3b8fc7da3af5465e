import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import staticFiles from '@fastify/static'
import type { Http } from '../../platform/http/http.ts'

const folder = fileURLToPath(new URL('../../../../web/dist/', import.meta.url))
const year = 365 * 24 * 3600

/** The built web client: hashed files are kept for a year, the page itself is asked for each time. */
export function webFileRoutes({ app }: Pick<Http, 'app'>): void {
  if (!existsSync(folder)) return
  app.register(staticFiles, {
    root: folder,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const kept = path.includes('/assets/')
      reply.header('Cache-Control', kept ? `public, max-age=${year}, immutable` : 'no-cache')
    },
  })
}
