/**
 * Shows new mail while the page is closed; does nothing else: no cache, no fetch, no mail. What it shows was encrypted
 * for this browser and is only ever text.
 */
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('push', (event) => event.waitUntil(show(event.data)))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.route))
})

async function show(data) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  // A page in sight shows its own card.
  if (pages.some((page) => page.visibilityState === 'visible')) return
  const { title, body, tag, route } = read(data)
  await self.registration.showNotification(title, {
    body,
    tag,
    data: { route },
    icon: '/favicon.svg',
  })
}

function read(data) {
  try {
    const { title, body, tag, route } = data.json()
    return { title: String(title), body: String(body), tag: String(tag), route: String(route) }
  } catch {
    return { title: 'Hongyan', body: '', tag: 'mails', route: '/inbox' }
  }
}

/** In a page that is open, else in a new one; only ever inside the app. */
async function open(wanted) {
  const route = /^\/[a-z0-9/]+$/i.test(wanted ?? '') ? wanted : '/inbox'
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages[0]
  if (!page) return self.clients.openWindow(`/#${route}`)
  await page.focus()
  page.postMessage({ kind: 'open', route })
}
