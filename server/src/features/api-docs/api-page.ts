import type { Endpoint } from '@hongyan/contract/endpoint'
import { errors } from '@hongyan/contract/errors'
import { z } from 'zod'

type Described = Endpoint & { feature: string; name: string }

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`)

/** The contract as a page a person can read; no script, no request beyond itself. */
export function apiPage(endpoints: readonly Described[], version: string): string {
  const groups = [...Map.groupBy(endpoints, (one) => one.feature)]
  const links = groups.map(([name]) => `<a href="#${name}">${name}</a>`).join(' · ')
  const sections = groups.map(
    ([name, list]) => `<h2 id="${name}">${name}</h2>${list.map(article).join('')}`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Hongyan API</title>
<meta name="viewport" content="width=device-width"><style>${style}</style></head><body><main>
<h1>Hongyan 鸿雁 API <small>${escapeHtml(version)}</small></h1>
<p>Base URL <code>/api/</code>. JSON answers are <code>{code, message, data}</code>; code 200 is success. Send the access token as
<code>Authorization: Bearer …</code>; <code>Accept-Language: zh</code> or <code>en</code> chooses the language of messages.
Machine-readable: <a href="/openapi.json">/openapi.json</a>.</p><nav>${links}</nav>${sections.join('')}</main></body></html>`
}

function article(endpoint: Described): string {
  const parts = [
    ['Path', endpoint.params],
    ['Query', endpoint.query],
    ['Body', endpoint.body],
    ['Answer', endpoint.kind === 'binary' ? undefined : endpoint.reply],
  ] as const
  const tables = parts.map(([title, schema]) => (schema ? fields(title, schema) : '')).join('')
  const rows = endpoint.errors.map(
    (code) =>
      `<li><code>${errors[code].status} · ${errors[code].code}</code> ${escapeHtml(errors[code].en)} <span lang="zh">${escapeHtml(errors[code].zh)}</span></li>`,
  )
  return `<article><h3><b>${endpoint.method}</b> <code>${escapeHtml(endpoint.path)}</code> <small>${endpoint.id} · ${endpoint.guard}</small></h3>
<p>${escapeHtml(endpoint.summary)}</p>${tables}${rows.length > 0 ? `<h4>Errors</h4><ul>${rows.join('')}</ul>` : ''}</article>`
}

interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
}

function fields(title: string, schema: z.ZodType): string {
  const io = title === 'Answer' ? 'output' : 'input'
  const json = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema
  const rows = Object.entries(json.properties ?? {}).map(
    ([name, one]) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${escapeHtml(typeName(one))}</td><td>${json.required?.includes(name) ? 'required' : ''}</td></tr>`,
  )
  if (rows.length === 0) return ''
  return `<h4>${title}</h4><table>${rows.join('')}</table>`
}

function typeName(schema: Schema): string {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map(typeName))].join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ')
  if (schema.items) return `${typeName(schema.items)}[]`
  if (schema.properties) return `{ ${Object.keys(schema.properties).join(', ')} }`
  return String(schema.type ?? 'any')
}

const style = `body{font:15px/1.6 system-ui,"PingFang SC","Microsoft YaHei",sans-serif;color:#1d2733;background:#f6f7f9;margin:0}
main{max-width:60rem;margin:0 auto;padding:2rem 1rem}h1 small,h3 small{color:#66717e;font-weight:400}article{background:#fff;
border:1px solid #e3e7ec;border-radius:8px;padding:.25rem 1rem 1rem;margin:1rem 0}code{font-size:.92em;background:#eef1f5;padding:.1em .3em;
border-radius:4px}table{border-collapse:collapse}td{border-bottom:1px solid #eef1f5;padding:.25rem 1rem .25rem 0;vertical-align:top}
h4{margin:.75rem 0 .25rem;color:#66717e}nav{position:sticky;top:0;background:#f6f7f9;padding:.5rem 0}li span{color:#66717e}`
