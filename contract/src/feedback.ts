import { endpoint } from './endpoint.ts'
import { nothing } from './fields.ts'

export const feedback = {
  send: endpoint({
    id: 'E164',
    method: 'POST',
    path: 'mail/main/feedback',
    summary: 'A word to the administrator (form data, field `content`)',
    guard: 'session',
    member: 'read',
    kind: 'upload',
    reply: nothing,
    errors: ['feedback.empty', 'feedback.long', 'request.invalid'],
    rate: { max: 10, perSeconds: 600 },
  }),
}
