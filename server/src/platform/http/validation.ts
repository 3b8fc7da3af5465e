import type { Endpoint } from '@hongyan/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

/** The request's parts, each through its schema. @throws request.invalid naming the field */
export function parseRequest(
  endpoint: Endpoint,
  request: FastifyRequest,
): { params: unknown; query: unknown; body: unknown } {
  return {
    // A path that no schema knows is a path that does not exist (G11).
    params: parsePart(endpoint.params, request.params, 'path'),
    query: parsePart(endpoint.query, request.query, 'query'),
    body: endpoint.kind === 'upload' ? undefined : parsePart(endpoint.body, request.body, 'body'),
  }
}

function parsePart(
  schema: Endpoint['query'],
  value: unknown,
  part: 'path' | 'query' | 'body',
): unknown {
  if (!schema) return undefined
  if (part === 'body' && hasMisplaced(schema as unknown as Described, value))
    throw new AppError('request.invalid', { detail: 'a text is too long' })
  const result = schema.safeParse(value ?? (part === 'query' ? {} : undefined))
  if (result.success) return result.data
  if (part === 'path') throw new AppError('request.not-found')
  const issue = result.error.issues[0]
  const field = issue?.path.map(String).join('.') || part
  throw new AppError('request.invalid', {
    detail: `${field.slice(0, 100)}: ${issue?.message.slice(0, 200) ?? ''}`,
  })
}

/** UTF-16 units; a longer text stands only where a text is expected. */
const longText = 64 * 1024

/** What a schema is, without what it may be besides. */
interface Described {
  def: {
    type: string
    innerType?: Described
    in?: Described
    element?: Described
    shape?: Record<string, Described>
  }
}

/**
 * A long text where a list, a number or a choice is expected: the library would count its characters to say that it is
 * none, of 20 MB for 80 ms (its `max` of a list takes texts, too).
 */
function hasMisplaced(schema: Described | undefined, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return isMisplaced(schema, value)
  if (schema === undefined) return false
  const { def } = plain(schema)
  if (Array.isArray(value))
    return value.length <= mostLooked && value.some((one) => hasMisplaced(def.element, one))
  return Object.entries(value).some(([name, one]) => {
    const field = def.shape?.[name]
    return field !== undefined && hasMisplaced(field, one)
  })
}

/** No list of the contract is longer. */
const mostLooked = 1_000

const isMisplaced = (schema: Described | undefined, value: unknown): boolean =>
  typeof value === 'string' &&
  value.length > longText &&
  (schema === undefined || plain(schema).def.type !== 'string')

function plain(schema: Described): Described {
  const inner = schema.def.innerType ?? schema.def.in
  return inner ? plain(inner) : schema
}
