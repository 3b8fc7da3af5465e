import { lazy, Suspense } from 'react'

const load = () => import('../../features/messages/reading-pages.public.ts')
const LinkPage = lazy(() => load().then(({ LinkPage }) => ({ default: LinkPage })))
const PrintScreen = lazy(() => load().then(({ PrintScreen }) => ({ default: PrintScreen })))

/** The warning before an outside site (R9, R66). */
export const LinkRoute = () => (
  <Suspense fallback={null}>
    <LinkPage />
  </Suspense>
)

/** A mail as it is printed (R11, R55). */
export const PrintRoute = () => (
  <Suspense fallback={null}>
    <PrintScreen />
  </Suspense>
)
