import { z } from 'zod'
import { consoleEndpoint } from './console-endpoint.ts'

/** People and the bytes of their mail. */
const amount = { people: z.number(), usedBytes: z.number() }

/** The organisation at a glance, and where the room goes. */
export const overviewEndpoints = {
  overview: consoleEndpoint({
    id: 'X344',
    method: 'GET',
    path: 'console/overview',
    summary: 'The organisation at a glance: people, storage, mail that waits, sign-ins',
    guard: 'session',
    may: ['owner', 'admin', 'auditor'],
    reply: z.object({
      people: z.number(),
      disabled: z.number(),
      usedBytes: z.number(),
      nearlyFull: z.number(),
      waiting: z.number(),
      logins: z.number(),
    }),
    errors: ['console.not-allowed'],
  }),
  storage: consoleEndpoint({
    id: 'X493',
    method: 'GET',
    path: 'console/storage',
    summary: 'How much mail each department has, those below it apart, and who has the most',
    guard: 'session',
    may: ['owner', 'admin'],
    reply: z.object({
      departments: z.array(
        z.object({
          id: z.number(),
          parentId: z.number().nullable(),
          name: z.string(),
          ...amount,
        }),
      ),
      /** Those who are in no department. */
      others: z.object(amount),
      largest: z.array(
        z.object({
          accountId: z.number(),
          name: z.string(),
          address: z.string(),
          department: z.string(),
          usedBytes: z.number(),
          quotaBytes: z.number(),
        }),
      ),
    }),
    errors: ['console.not-allowed'],
  }),
}
