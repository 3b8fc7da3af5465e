import { z } from 'zod'
import { checkLevels } from './assistant-wire.ts'
import { consoleEndpoint } from './console-endpoint.ts'
import { flag, id } from './fields.ts'
import { reportKinds, reportStates } from './protection-fields.ts'

const report = z.object({
  id: z.number(),
  /** '' for auditors, and where the mail is protected. */
  fromName: z.string(),
  fromAddress: z.string(),
  /** '' for auditors, and where the mail is protected. */
  subject: z.string(),
  /** Encrypted or read-limited: nothing of what it says is here. */
  isProtected: z.boolean(),
  level: z.enum(checkLevels),
  /** How many people reported it, and how many of them as phishing. */
  reporters: z.number(),
  phishing: z.number(),
  state: z.enum(reportStates),
  firstTime: z.string(),
  latestTime: z.string(),
})
export type ReportRow = z.output<typeof report>

/** Mail that people report: the list, why each is suspicious, and what is decided. */
export const reportEndpoints = {
  reports: consoleEndpoint({
    id: 'X552',
    method: 'GET',
    path: 'console/protection/reports',
    summary: 'Mail that people reported, the latest first; auditors see no subjects',
    guard: 'session',
    may: ['owner', 'admin', 'auditor'],
    query: z.object({
      before: id.optional(),
      /** Those that wait for a decision alone. */
      open: flag.optional(),
      pageSize: z.coerce.number().int().min(1).max(100).default(50),
    }),
    reply: z.object({ list: z.array(report), hasMore: z.boolean() }),
    errors: ['console.not-allowed'],
  }),
  report: consoleEndpoint({
    id: 'X553',
    method: 'GET',
    path: 'console/protection/reports/one',
    summary: 'A reported mail: its text, what a check of it finds, and who reported it',
    guard: 'session',
    may: ['owner', 'admin'],
    query: z.object({ id, language: z.enum(['zh', 'en']).default('zh') }),
    reply: report.extend({
      messageId: z.string(),
      authentication: z.string(),
      signals: z.array(
        z.object({
          code: z.string(),
          weight: z.enum(['good', 'note', 'caution', 'suspicious', 'dangerous']),
          text: z.string(),
          evidence: z.string(),
        }),
      ),
      /** Plain text, as its reader saw it; '' where it is protected. */
      text: z.string(),
      /** The first of them. */
      people: z.array(
        z.object({
          name: z.string(),
          address: z.string(),
          kind: z.enum(reportKinds),
          note: z.string(),
          time: z.string(),
        }),
      ),
      decidedBy: z.string(),
      decidedTime: z.string().nullable(),
    }),
    errors: ['console.not-allowed', 'protection.report-gone'],
  }),
  decideReport: consoleEndpoint({
    id: 'X554',
    method: 'POST',
    path: 'console/protection/reports/decide',
    summary:
      'Says what a reported mail is, blocks its sender and looks for all copies if wanted; everybody who reported it is told',
    guard: 'session',
    may: ['owner', 'admin'],
    body: z.object({
      id,
      state: z.enum(['phishing', 'spam', 'harmless']),
      block: flag.default(false),
      search: flag.default(false),
    }),
    /** The search for all copies (X492); null where none was wanted. */
    reply: z.object({ waveId: z.number().nullable() }),
    errors: [
      'console.not-allowed',
      'protection.report-gone',
      'protection.sender',
      'protection.too-many',
    ],
  }),
} as const
