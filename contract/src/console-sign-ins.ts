import { z } from 'zod'
import { consoleEndpoint } from './console-endpoint.ts'
import { instant, text } from './fields.ts'

/** How a sign-in ended: in; wrong password or code of a program; wrong second step; right, but shut out. */
export const signInResults = ['ok', 'wrong', 'second', 'refused'] as const

const signIn = z.object({
  id: z.number(),
  at: z.string(),
  accountId: z.number(),
  name: z.string(),
  address: z.string(),
  /** Browser or protocol. */
  client: z.string(),
  ip: z.string(),
  result: z.enum(signInResults),
  /** By a mail program. */
  program: z.boolean(),
  /** From a browser that was never seen. */
  newDevice: z.boolean(),
})
export type SignIn = z.output<typeof signIn>

/** Who came in, and who tried to. */
export const signInEndpoints = {
  signIns: consoleEndpoint({
    id: 'X525',
    method: 'GET',
    path: 'console/signIns/list',
    summary: 'Sign-ins of the last 30 days, the latest first',
    guard: 'session',
    may: ['owner', 'admin', 'department', 'auditor'],
    query: z.object({
      /** Part of a name or an address. */
      person: text(100).optional(),
      /** A whole network address. */
      ip: text(60).optional(),
      result: z.enum(signInResults).optional(),
      from: instant.optional(),
      after: text(60).optional(),
      pageSize: z.coerce.number().int().min(1).max(100).default(50),
    }),
    reply: z.object({ list: z.array(signIn), cursor: z.string().nullable() }),
    errors: ['console.not-allowed'],
  }),
}
