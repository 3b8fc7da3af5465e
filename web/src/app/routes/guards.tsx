import type { SettingsIndex } from '@hongyan/contract/settings'
import { useState, useSyncExternalStore } from 'react'
import { LoginScreen } from '../../features/login/login-screen.tsx'
import { dropTicket, pendingTicket } from '../../features/login/pending-ticket.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { useHides, useSettings } from '../../lib/me.ts'
import { safeRedirect } from '../../lib/redirect.ts'
import { useLocation, useNavigate, useSearchParams } from '../../lib/router/hooks.ts'
import { Navigate } from '../../lib/router/navigate.tsx'
import { Outlet } from '../../lib/router/routes.tsx'
import { isPasswordOwed, isSignedIn, subscribe } from '../../lib/session.ts'
import { isOwnLogin } from '../../lib/tokens.ts'
import { landingPath } from '../first-place.ts'
import { warmUpAt } from '../warm-up.ts'
import { RouteWaiting } from './route-waiting.tsx'

const GuestSmimePage = lazyPart(
  () => import('../../features/smime/guest-smime-page.tsx'),
  'GuestSmimePage',
  { waiting: RouteWaiting },
)

/**
 * Without a token every path leads to the landing page, which remembers where one wanted to go (R13). Looked at again when a
 * session ends: an answer that ends it may come before anything else listens (SessionWatch leads to the login from then on).
 */
export function SignedInOnly() {
  const { pathname, search } = useLocation()
  const signedIn = useSyncExternalStore(subscribe, isSignedIn)
  if (signedIn && isPasswordOwed()) return <Navigate to="/firstResetPsd" />
  if (signedIn) return <Outlet />
  if (pathname === '/smimePage') return <GuestSmimePage />
  return <Navigate to={landingPath(pathname + search)} />
}

/** Login and landing page; who is signed in is led on, or asked first where they came by a ticket. */
export function GuestOnly() {
  const query = useSearchParams()
  const navigate = useNavigate()
  const target = safeRedirect(query.get('redirect')) ?? '/'
  const [isAsked] = useState(() => pendingTicket() !== null && isSignedIn())
  if (isSignedIn() && !isAsked) return <Navigate to={target} />
  const onStay = () => {
    dropTicket()
    navigate(target, { replace: true })
  }
  const onDone = async () => {
    dropTicket()
    // Nothing that this page holds is of whoever took another's place.
    if (!isOwnLogin()) return location.assign('/')
    if (isPasswordOwed()) return void navigate('/firstResetPsd', { replace: true })
    await warmUpAt(target)
    navigate(target, { replace: true, flushSync: true })
  }
  return <LoginScreen onDone={onDone} onStay={onStay} />
}

/** `/` (R12): the home screen, or the inbox for who would rather begin there. */
export function StartPlace() {
  const settings = useSettings()
  const inInbox = settings?.startInInbox
  if (inInbox === undefined) return <RouteWaiting />
  return <Navigate to={inInbox === 1 ? '/inbox' : '/dashboard'} />
}

/** Screens that the organisation's settings open; known only once those are here. */
export function OnlyWith({ allows }: { allows: (settings: SettingsIndex) => boolean }) {
  const settings = useSettings()
  if (!settings) return <RouteWaiting />
  return allows(settings) ? <Outlet /> : <Navigate to="/404" />
}

/** Screens that the platform hides on some hosts (G50); known only once it has said so. */
export function UnlessHidden({ by }: { by: 'hideSome' | 'hideWangguan' }) {
  const hidden = useHides(by)
  if (hidden === undefined) return <RouteWaiting />
  return hidden ? <Navigate to="/404" /> : <Outlet />
}
