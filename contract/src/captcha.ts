import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { text } from './fields.ts'

/**
 * `slide`: a piece is moved into its hole. `picture`: characters are read. `work`: for who can see neither, the computer
 * does some seconds of work instead.
 */
export const captchaKind = z.enum(['slide', 'picture', 'work'])
export type CaptchaKind = z.infer<typeof captchaKind>

/** The pass that a right answer earns, where a call may ask for one. */
export const captchaPass = text(100).optional()

export const captcha = {
  ask: endpoint({
    id: 'E5',
    method: 'GET',
    path: 'captcha',
    summary: 'A new question; the answer stays on the server, for two minutes and one try',
    guard: 'public',
    query: z.object({ kind: captchaKind.default('slide') }),
    reply: z.object({
      captchaId: z.string(),
      kind: captchaKind,
      /** PNG as a data URL: the picture with the hole, or the characters; '' for `work`. */
      image: z.string(),
      /** PNG of the piece and how far from the top it lies, in pixels of the picture. */
      piece: z.string(),
      top: z.number(),
      width: z.number(),
      height: z.number(),
      /** For `work`: SHA-256 of `challenge:answer` has to begin with so many zero bits. */
      challenge: z.string(),
      bits: z.number(),
    }),
    errors: [],
    rate: { max: 120, perSeconds: 60 },
  }),
  verify: endpoint({
    id: 'E15',
    method: 'POST',
    path: 'verify/image',
    summary:
      'Answer a question: for `slide` how far the piece was moved in pixels, else a text. Right or wrong, it is used up; the pass is good for one call from the same network',
    guard: 'public',
    body: z.object({ captchaId: text(60).min(1), answer: text(40).min(1) }),
    reply: z.object({ pass: z.string() }),
    errors: ['captcha.wrong', 'code.too-many'],
    rate: { max: 120, perSeconds: 60 },
  }),
  needed: endpoint({
    id: 'E6',
    method: 'GET',
    path: 'verify/code',
    summary:
      'Whether a login of a kind asks for a captcha before it is tried, and the kinds there are',
    guard: 'public',
    query: z.object({
      loginType: z.enum(['password', 'phone']).default('password'),
      domainName: text(255).optional(),
    }),
    reply: z.object({ needed: z.union([z.literal(0), z.literal(1)]), kinds: z.array(captchaKind) }),
    errors: [],
  }),
}
