import { allEndpoints } from '@hongyan/contract/all'
import { version } from '@hongyan/contract/http-version'
import type { Http } from '../../platform/http/http.ts'
import { apiPage } from './api-page.ts'
import { openApi } from './openapi.ts'

/** /openapi.json and /api-docs, both made from the contract. */
export function apiDocsRoutes({ app }: Pick<Http, 'app'>): void {
  app.get('/openapi.json', async () => openApi(allEndpoints, { version, server: '/api' }))
  app.get('/api-docs', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(apiPage(allEndpoints, version)),
  )
}
