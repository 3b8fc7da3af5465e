// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it } from 'vitest'
import { createRouter } from '../../lib/router/router.ts'
import { RouterProvider } from '../../lib/router/routes.tsx'
import { endSession, storeTokens } from '../../lib/tokens.ts'
import { SignedInOnly } from './guards.tsx'

it('AUTH-17 a session that ends before anything else listens leaves no screen behind', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  window.location.hash = '#/inbox'
  storeTokens({ accessToken: 'a', refreshToken: 'r', expiresAt: Date.now() + 60_000 })
  const routes = [
    { element: <SignedInOnly />, children: [{ path: '/inbox', element: 'mail' }] },
    { path: '/loginBefore', element: 'landing' },
  ]
  const router = createRouter({ routes, waiting: null, failed: () => null })
  const host = document.createElement('div')
  const root = createRoot(host)
  await act(async () => root.render(<RouterProvider router={router} />))
  expect(host.textContent).toBe('mail')
  await act(async () => endSession('expired'))
  expect(host.textContent).toBe('landing')
  expect(window.location.hash).toBe('#/loginBefore?redirect=%2Finbox')
  await act(async () => root.unmount())
  router.stop()
})
