import { z } from 'zod'
import { consoleEndpoint } from './console-endpoint.ts'
import { id, instant, nothing, text } from './fields.ts'

const heads = ['owner', 'admin'] as const
const logs = ['owner', 'admin', 'auditor'] as const
const page = {
  before: id.optional(),
  pageSize: z.coerce.number().int().min(1).max(100).default(20),
}

const hold = z.object({
  id: z.number(),
  reason: z.string(),
  /** Which mail, by when it came; null: from the beginning, to the end. */
  mailFrom: z.string().nullable(),
  mailUntil: z.string().nullable(),
  createdBy: z.string(),
  createdAt: z.string(),
  releasedBy: z.string(),
  /** Null: it goes on. */
  releasedAt: z.string().nullable(),
  people: z.array(z.object({ name: z.string(), address: z.string() })),
  departments: z.array(z.string()),
})
export type LegalHold = z.output<typeof hold>

const copy = z.object({
  id: z.number(),
  /** Whose mailbox it was in. */
  address: z.string(),
  fromName: z.string(),
  fromAddress: z.string(),
  /** Null for who may not see what mail is about. */
  subject: z.string().nullable(),
  size: z.number(),
  receivedAt: z.string(),
  keptAt: z.string(),
})
export type LegalCopy = z.output<typeof copy>

/** Mail that is kept by order. */
export const complianceEndpoints = {
  legalHolds: consoleEndpoint({
    id: 'X560',
    method: 'GET',
    path: 'console/compliance/holds',
    summary: 'Legal holds, the latest first',
    guard: 'session',
    may: logs,
    query: z.object(page),
    reply: z.object({ list: z.array(hold) }),
    errors: ['console.not-allowed'],
  }),
  addLegalHold: consoleEndpoint({
    id: 'X561',
    method: 'POST',
    path: 'console/compliance/hold',
    summary:
      'Keeps what these people and departments, with all below them, lose for good from now on',
    guard: 'session',
    may: heads,
    confirmed: true,
    body: z.object({
      reason: text(500).trim().min(1),
      accountIds: z.array(id).max(20),
      departmentIds: z.array(id).max(20),
      mailFrom: instant.nullable(),
      mailUntil: instant.nullable(),
    }),
    reply: z.object({ id: z.number() }),
    errors: [
      'console.not-allowed',
      'console.confirm',
      'console.gone',
      'console.department-gone',
      'compliance.nobody',
      'compliance.range',
    ],
  }),
  releaseLegalHold: consoleEndpoint({
    id: 'X562',
    method: 'POST',
    path: 'console/compliance/release',
    summary: 'Ends a legal hold; what only it kept goes after 30 days',
    guard: 'session',
    may: heads,
    confirmed: true,
    body: z.object({ id }),
    reply: nothing,
    errors: ['console.not-allowed', 'console.confirm', 'compliance.hold-gone'],
  }),
  legalCopies: consoleEndpoint({
    id: 'X563',
    method: 'GET',
    path: 'console/compliance/copies',
    summary: 'Mail that a legal hold has kept, without its text, the latest first',
    guard: 'session',
    may: logs,
    query: z.object({ id, ...page }),
    reply: z.object({ list: z.array(copy) }),
    errors: ['console.not-allowed'],
  }),
}
