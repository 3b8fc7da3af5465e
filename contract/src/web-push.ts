import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { nothing, text } from './fields.ts'

/** Web push (RFC 8030, 8291, 8292): notifications that reach a browser whose page is closed. One subscription a login. */
export const webPush = {
  state: endpoint({
    id: 'X70',
    method: 'GET',
    path: 'mail/push/state',
    summary: 'Whether this login is subscribed, and the public key that browsers subscribe with',
    guard: 'session',
    member: 'read',
    reply: z.object({
      /** P-256 point, 65 bytes, base64url (RFC 8292 applicationServerKey). */
      publicKey: z.string(),
      subscribed: z.boolean(),
    }),
    errors: [],
  }),
  subscribe: endpoint({
    id: 'X71',
    method: 'POST',
    path: 'mail/push/subscribe',
    summary: 'New mail is told to this browser also while its page is closed, until logout',
    guard: 'session',
    member: 'read',
    body: z.object({
      endpoint: text(1000).min(1),
      /** P-256 point of the browser, 65 bytes, base64url. */
      p256dh: text(100).min(1),
      /** 16 bytes, base64url. */
      auth: text(40).min(1),
    }),
    reply: nothing,
    errors: ['push.bad-endpoint', 'push.bad-key'],
  }),
  unsubscribe: endpoint({
    id: 'X72',
    method: 'POST',
    path: 'mail/push/unsubscribe',
    summary: 'Ends the subscription of this login',
    guard: 'session',
    member: 'read',
    reply: nothing,
    errors: [],
  }),
}

/** What the service worker receives, encrypted for it alone. Texts are in the language of the person and already cut. */
export const webPushPayload = z.object({
  title: z.string(),
  body: z.string(),
  /** The page gives its own notice of this mail the same tag, so that it appears once. */
  tag: z.string(),
  /** Route inside the app. */
  route: z.string(),
})
export type WebPushPayload = z.infer<typeof webPushPayload>
