import { Readable } from 'node:stream'
import { migrations as api } from '@hongyan/contract/migration'
import type { Http } from '../../platform/http/http.ts'
import { untrustedFileHeaders } from '../../platform/http/security-headers.ts'
import type { Migrations } from './migration.service.ts'

/** Mail from another mailbox (MIGRATION). */
export function migrationRoutes(http: Http, migrations: Migrations): void {
  http.bind(api.code, async ({ query }) => {
    const { code, server, needsAppPassword } = await migrations.guess(query.address)
    return { code, server, needsAppPassword: Number(needsAppPassword) }
  })
  http.bind(api.preview, ({ body }) => migrations.preview(body))
  http.bind(api.save, ({ caller, body }) => migrations.begin(caller.accountId, body, body))
  http.bind(api.list, async ({ caller }) => ({ list: await migrations.list(caller.accountId) }))
  http.bind(api.update, ({ caller, body }) => migrations.update(caller.accountId, body))
  http.bind(api.file, async ({ caller, query }) => {
    const { migrationId, language } = query
    const { name, chunks } = await migrations.resultFile(caller.accountId, migrationId, language)
    return {
      bytes: Readable.from(chunks),
      headers: {
        ...untrustedFileHeaders,
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${name}"`,
      },
    }
  })
}
