import { webPush } from '@hongyan/contract/web-push'
import { call } from '../../lib/api.ts'
import { queryClient } from '../../lib/queries.ts'

const worker = '/push-worker.js'

/** What this browser can do, and what the person has decided in it. */
export type Permission = 'unsupported' | 'default' | 'granted' | 'denied'

export const permissionNow = (): Permission =>
  'Notification' in window ? Notification.permission : 'unsupported'

/** Web push needs a service worker, which browsers allow only on https and on the own machine. */
export const canWebPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && window.isSecureContext

export const webPushQuery = {
  queryKey: ['web-push'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(webPush.state, {}, { signal }),
}

/** Asks the browser for permission. Only ever after a click: a question at the first sight of a page gets a no. */
export async function askPermission(): Promise<Permission> {
  if (!('Notification' in window)) return 'unsupported'
  return Notification.requestPermission()
}

/** Subscribes this login. @throws when the browser or its push service refuses */
export async function subscribe(): Promise<void> {
  const { publicKey } = await call(webPush.state, {})
  // Not with the first screen: few subscribe.
  const { ownScript } = await import('../../lib/trusted.ts')
  const registration = await navigator.serviceWorker.register(ownScript(worker))
  await navigator.serviceWorker.ready
  const before = await registration.pushManager.getSubscription()
  await before?.unsubscribe()
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  const { endpoint, keys } = subscription.toJSON()
  const body = { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' }
  await call(webPush.subscribe, { body })
  await queryClient.invalidateQueries({ queryKey: webPushQuery.queryKey })
}

export async function unsubscribe(): Promise<void> {
  await call(webPush.unsubscribe, {})
  await forgetSubscription()
  await queryClient.invalidateQueries({ queryKey: webPushQuery.queryKey })
}

/** At logout the server has forgotten it; the browser does too. */
export async function forgetSubscription(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration(worker)
  const subscription = await registration?.pushManager.getSubscription()
  await subscription?.unsubscribe()
}
