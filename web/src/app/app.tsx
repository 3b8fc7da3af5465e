import { QueryClientProvider } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import { LockGuard } from '../features/lock/lock-guard.public.tsx'
import { endFirstScreen } from '../lib/first-screen.ts'
import { useTranslation } from '../lib/i18n.ts'
import { queryClient } from '../lib/queries.ts'
import type { Router, Shown } from '../lib/router/router.ts'
import { RouterProvider } from '../lib/router/routes.tsx'
import { useDrawn } from '../lib/use-drawn.ts'
import { Announcer } from '../ui/announcer.tsx'
import { Apart } from '../ui/apart.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { startRouter } from './routes/router.tsx'
import { SessionWatch } from './session-watch.tsx'

export function App() {
  const [router] = useState(startRouter)
  const { t } = useTranslation()
  // None of it stands in the login form that is HTML.
  const isDrawn = useDrawn()
  useLayoutEffect(() => endElsewhere(router), [router])
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      {isDrawn && (
        <>
          <Apart>
            {/* At once: what is on screen may be nobody's any more. */}
            <SessionWatch
              go={(path) => router.navigate(path, { replace: true, flushSync: true })}
            />
          </Apart>
          <Apart>
            <LockGuard go={(path) => router.navigate(path)} />
          </Apart>
          <Apart>
            <Announcer />
          </Apart>
          <Apart>
            <Toasts label={t('messages')} closeLabel={t('close')} />
          </Apart>
        </>
      )}
    </QueryClientProvider>
  )
}

/** What was drawn ahead is the inbox, to which `/` may lead: any other screen ends it. @returns the end of the watch */
function endElsewhere(router: Router): () => void {
  const look = ({ location }: Shown) => {
    if (!['/', '/inbox'].includes(location.pathname)) endFirstScreen()
  }
  look(router.shown())
  return router.onShown(look)
}
