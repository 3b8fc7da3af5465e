import { z } from 'zod'
import { consoleEndpoint } from './console-endpoint.ts'
import { id, nothing, text } from './fields.ts'

const heads = ['owner', 'admin'] as const

/** Tokens of programs that keep people and departments by SCIM 2.0. */
export const scimEndpoints = {
  scimTokens: consoleEndpoint({
    id: 'X467',
    method: 'GET',
    path: 'console/scim/tokens',
    summary:
      'Where SCIM is, and the tokens of programs that keep people by it; none of them itself',
    guard: 'session',
    may: heads,
    reply: z.object({
      url: z.string(),
      list: z.array(
        z.object({
          id: z.number(),
          name: z.string(),
          createdBy: z.string(),
          createdAt: z.string(),
          lastUsedAt: z.string().nullable(),
        }),
      ),
    }),
    errors: ['console.not-allowed'],
  }),
  addScimToken: consoleEndpoint({
    id: 'X468',
    method: 'POST',
    path: 'console/scim/addToken',
    summary: 'A new token, shown once',
    guard: 'session',
    may: heads,
    confirmed: true,
    body: z.object({ name: text(60).trim().min(1) }),
    reply: z.object({ token: z.string() }),
    errors: ['console.not-allowed', 'console.confirm'],
  }),
  revokeScimToken: consoleEndpoint({
    id: 'X469',
    method: 'POST',
    path: 'console/scim/revokeToken',
    summary: 'A token is worth nothing any more',
    guard: 'session',
    may: heads,
    body: z.object({ id }),
    reply: nothing,
    errors: ['console.not-allowed', 'item.not-found'],
  }),
} as const
