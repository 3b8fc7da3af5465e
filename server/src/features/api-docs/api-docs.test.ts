import { allEndpoints } from '@hongyan/contract/all'
import { console as adminConsole } from '@hongyan/contract/console'
import type { Endpoint } from '@hongyan/contract/endpoint'
import { folders } from '@hongyan/contract/folders'
import { labels } from '@hongyan/contract/labels'
import { lock } from '@hongyan/contract/lock'
import { messages } from '@hongyan/contract/messages'
import { publicBoxes } from '@hongyan/contract/public-boxes'
import { rules } from '@hongyan/contract/rules'
import { search } from '@hongyan/contract/search'
import { settings } from '@hongyan/contract/settings'
import { tickets } from '@hongyan/contract/tickets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { newMailbox, type TestMailbox } from '../../testing/mailbox.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

type Json = Record<string, unknown>

const operation = z.object({
  operationId: z.string(),
  parameters: z.array(
    z.object({ name: z.string(), in: z.enum(['path', 'query']), schema: z.looseObject({}) }),
  ),
  requestBody: z
    .object({ content: z.record(z.string(), z.object({ schema: z.looseObject({}) })) })
    .optional(),
  responses: z.record(
    z.string(),
    z.object({
      description: z.string().min(1),
      content: z.record(z.string(), z.object({ schema: z.looseObject({}) })),
    }),
  ),
})
const document = z.object({
  openapi: z.string(),
  paths: z.record(z.string(), z.record(z.string(), operation)),
})

let server: TestServer
let box: TestMailbox
let api: z.infer<typeof document>

beforeAll(async () => {
  server = await startTestServer()
  box = await newMailbox(server)
  api = document.parse(await (await fetch(`${server.url}/openapi.json`)).json())
})

afterAll(() => server.stop())

const described = (endpoint: Endpoint) => {
  const found = api.paths[`/${endpoint.path}`]?.[endpoint.method.toLowerCase()]
  if (!found) throw new Error(`${endpoint.path} is not described`)
  return found
}

/** Schema of an answer as the document gives it; a JSON that says nothing of its fields is none. */
function answerSchema(endpoint: Endpoint, status: number): Json {
  const schema = described(endpoint).responses[status]?.content['application/json']?.schema
  if (!schema) throw new Error(`${endpoint.path} does not describe its ${status}`)
  return schema
}

const saysItsFields = (schema: Json): boolean =>
  ['properties', 'anyOf', 'oneOf', 'items', 'additionalProperties', 'const', 'enum'].some(
    (key) => key in schema,
  ) ||
  (schema.type !== undefined && schema.type !== 'object')

/** Paths of our own where the specification shows none (decisions G4 and G6), with a field that each carries. */
it.each([
  [
    'switch account',
    { endpoint: publicBoxes.switchTo, path: 'oauth/switch', field: 'accessToken' },
  ],
  ['public mailbox list', { endpoint: publicBoxes.find, path: 'user/public/find', field: 'list' }],
  ['archive link', { endpoint: settings.archiveUrl, path: 'mail/archive/url', field: 'url' }],
  ['settings index', { endpoint: settings.index, path: 'mail/main/index', field: 'timeZone' }],
  ['quota', { endpoint: settings.quota, path: 'mail/main/quota/useInfo', field: 'maxMap' }],
  // Which systems; oauth2/authorize gives the ticket for one.
  ['other systems', { endpoint: tickets.systems, path: 'oauth/client/sso', field: 'system' }],
  ['admin console token', { endpoint: adminConsole.token, path: 'console/token', field: 'url' }],
  ['lock status', { endpoint: lock.isOpen, path: 'mail/main/lockScreen/isOpen', field: 'haspass' }],
] as const)(
  'SETTINGS-12 %s has a documented path of its own',
  (name, { endpoint, path, field }) => {
    expect(endpoint.path).toBe(path)
    expect(JSON.stringify(answerSchema(endpoint, 200))).toContain(`"${field}"`)
    if (name !== 'switch account') return
    const { content } = described(endpoint).requestBody ?? { content: {} }
    const asked = JSON.stringify(content)
    for (const given of ['emailAddr', 'type']) expect(asked).toContain(`"${given}"`)
  },
)

describe('ERRORS-10 payloads and answers are documented', () => {
  it.each(allEndpoints.map((one) => [`${one.feature}.${one.name}`, one] as const))(
    'ERRORS-10 %s: path, query, body, answer and errors',
    (name, endpoint) => {
      const { operationId, parameters, requestBody, responses } = described(endpoint)
      expect(operationId).toBe(name)
      const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      expect(parameters.filter((one) => one.in === 'path').map((one) => one.name)).toEqual(inPath)
      for (const { schema } of parameters) expect(saysItsFields(schema)).toBe(true)
      expect(requestBody !== undefined).toBe(
        endpoint.body !== undefined || endpoint.kind === 'upload',
      )
      for (const { schema } of Object.values(requestBody?.content ?? {}))
        expect(saysItsFields(schema)).toBe(true)
      if (endpoint.kind === 'binary') {
        expect(Object.keys(responses[200]?.content ?? {})).toEqual(['application/octet-stream'])
      } else {
        const schema = answerSchema(endpoint, 200) as { properties: { data: Json } }
        expect(saysItsFields(schema.properties.data)).toBe(true)
      }
      for (const [status, { content }] of Object.entries(responses)) {
        if (status === '200') continue
        expect(Object.keys(content)).toEqual(['application/json'])
        expect(answerSchema(endpoint, Number(status))).toHaveProperty('properties.error.enum')
      }
    },
  )

  /** The answer of a call, judged by the published schema alone: no schema of the contract is looked at. */
  const judged = async (
    endpoint: Endpoint,
    request: { query?: Record<string, string>; body?: object },
  ) => {
    const url = new URL(`/api/${endpoint.path}`, server.url)
    for (const [key, value] of Object.entries(request.query ?? {})) url.searchParams.set(key, value)
    const response = await fetch(url, {
      method: endpoint.method,
      headers: {
        Authorization: `Bearer ${box.client.tokens?.accessToken}`,
        ...(request.body ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(request.body ? { body: JSON.stringify(request.body) } : {}),
    })
    const schema = z.fromJSONSchema(answerSchema(endpoint, response.status))
    const answer: unknown = await response.json()
    return { status: response.status, answer, verdict: schema.safeParse(answer) }
  }

  interface Answered {
    endpoint: Endpoint
    request: () => { query?: Record<string, string>; body?: object }
    status: number
  }

  it.each<[string, Answered]>([
    ['settings', { endpoint: settings.index, request: () => ({ body: {} }), status: 200 }],
    ['quota', { endpoint: settings.quota, request: () => ({ query: {} }), status: 200 }],
    ['folders', { endpoint: folders.list, request: () => ({ query: {} }), status: 200 }],
    [
      'a new folder',
      { endpoint: folders.save, request: () => ({ body: { folderName: 'api' } }), status: 200 },
    ],
    [
      'a refused name',
      {
        endpoint: folders.save,
        request: () => ({ body: { folderName: 'far too long a name' } }),
        status: 400,
      },
    ],
    ['labels', { endpoint: labels.list, request: () => ({ query: {} }), status: 200 }],
    [
      'a list',
      {
        endpoint: messages.list,
        request: () => ({ query: { mailboxId: String(box.folderId('inbox')) } }),
        status: 200,
      },
    ],
    [
      'a folder that is not there',
      {
        endpoint: messages.list,
        request: () => ({ query: { mailboxId: '999999999' } }),
        status: 404,
      },
    ],
    ['rules', { endpoint: rules.list, request: () => ({ query: {} }), status: 200 }],
    [
      'a search',
      {
        endpoint: search.search,
        request: () => ({ query: { searchKeyword: 'documented' } }),
        status: 200,
      },
    ],
    [
      'a senseless body',
      {
        endpoint: settings.changeSetting,
        request: () => ({ body: { key: 'nothing' } }),
        status: 400,
      },
    ],
  ])(
    'ERRORS-10 a real answer fits its description: %s',
    async (_, { endpoint, request, status }) => {
      await box.put('inbox', { subject: 'documented', from: '张伟 <w@other.test>' })
      const done = await judged(endpoint, request())
      expect(done.status).toBe(status)
      expect(done.verdict.error?.issues ?? []).toEqual([])
    },
  )

  it('ERRORS-10 an answer that differs from the description is seen', async () => {
    const { answer } = await judged(settings.quota, { query: {} })
    const schema = z.fromJSONSchema(answerSchema(settings.quota, 200))
    const { data, ...rest } = answer as { data: Json }
    expect(schema.safeParse(rest).success).toBe(false)
    expect(schema.safeParse({ ...rest, data: { ...data, maxMap: {} } }).success).toBe(false)
    expect(schema.safeParse({ ...rest, data: { ...data, surprise: 1 } }).success).toBe(false)
  })
})
