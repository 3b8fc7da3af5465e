import type { Endpoint } from '@hongyan/contract/endpoint'
import { type ErrorCode, errors } from '@hongyan/contract/errors'
import { z } from 'zod'

type Described = Endpoint & { feature: string; name: string }
type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return json
}

/** OpenAPI 3.1 made from the contract: nothing in it is written twice. */
export function openApi(
  endpoints: readonly Described[],
  about: { version: string; server: string },
): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = `/${endpoint.path}`
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hongyan 鸿雁',
      version: about.version,
      description: 'Every JSON answer is wrapped as {code, message, data}; code 200 means success.',
    },
    servers: [{ url: about.server }],
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'Access token of oauth/token' },
      },
    },
    paths,
  }
}

function operation(endpoint: Described): Json {
  return {
    operationId: `${endpoint.feature}.${endpoint.name}`,
    summary: endpoint.summary,
    description: `Ledger row ${endpoint.id}. Guard: ${endpoint.guard}.`,
    tags: [endpoint.feature],
    security: endpoint.guard === 'session' ? [{ session: [] }] : [],
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
    ],
    ...requestBody(endpoint),
    responses: responsesOf(endpoint),
  }
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function requestBody(endpoint: Described): Json {
  if (endpoint.kind === 'upload') {
    const file = { type: 'string', format: 'binary' }
    const schema = {
      type: 'object',
      required: ['file'],
      properties: { file, sha256: { type: 'string' } },
    }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  if (!endpoint.body) return {}
  const required = !endpoint.body.safeParse(undefined).success
  return {
    requestBody: {
      required,
      content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } },
    },
  }
}

function responsesOf(endpoint: Described): Json {
  const ok =
    endpoint.kind === 'binary'
      ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
      : {
          'application/json': {
            schema: envelope({ const: 200 }, schemaOf(endpoint.reply, 'output')),
          },
        }
  const responses: Json = { 200: { description: 'OK', content: ok } }
  const codes = [...endpoint.errors, ...commonErrors(endpoint)]
  for (const [status, group] of Map.groupBy(codes, (code) => errors[code].status)) {
    const rows = group.map((code) => `${errors[code].code} ${code}: ${errors[code].en}`)
    const numbers = [...new Set(group.map((code) => errors[code].code))]
    const refusal = envelope({ enum: numbers }, { type: 'null' }, { error: { enum: group } })
    responses[status] = {
      description: rows.join('\n'),
      content: { 'application/json': { schema: refusal } },
    }
  }
  return responses
}

const commonErrors = ({ guard, whileLocked }: Endpoint): ErrorCode[] => {
  const anybody: ErrorCode[] = ['request.invalid', 'request.too-many', 'server.unavailable']
  if (guard === 'session') anybody.push('session.expired')
  const locks = guard === 'session' || guard === 'signed'
  return locks && !whileLocked ? [...anybody, 'session.locked'] : anybody
}

/** @param more what a refusal carries beside the three: the name of its code */
const envelope = (code: Json, data: Json, more: Json = {}): Json => ({
  type: 'object',
  required: ['code', 'message', 'data', ...Object.keys(more)],
  properties: { code, message: { type: 'string' }, data, ...more },
  additionalProperties: false,
})
