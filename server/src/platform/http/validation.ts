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
  const result = schema.safeParse(value ?? (part === 'query' ? {} : undefined))
  if (result.success) return result.data
  if (part === 'path') throw new AppError('request.not-found')
  const issue = result.error.issues[0]
  const field = issue?.path.map(String).join('.') || part
  throw new AppError('request.invalid', {
    detail: `${field.slice(0, 100)}: ${issue?.message.slice(0, 200) ?? ''}`,
  })
}
