import type { SettingsPage } from '../../features/settings/settings.public.tsx'
import { SettingsScreen } from '../../features/settings/settings-screen.tsx'
import { useMay, useUser } from '../../lib/me.ts'
import type { Route } from '../../lib/router/match-routes.ts'
import { Navigate } from '../../lib/router/navigate.tsx'
import { Outlet, Routes } from '../../lib/router/routes.tsx'
import { OnlyWith, UnlessHidden } from './guards.tsx'
import { OffPage } from './off-page.tsx'
import { offSettings } from './off-routes.ts'
import { ResultPage } from './result-page.tsx'
import { RouteWaiting } from './route-waiting.tsx'
import { settingsPages } from './settings-pages.tsx'

/** What stands under /set (R38, R45-R63). */
export const SettingsArea = () => <Routes routes={routes} />

const routes: readonly Route[] = [
  {
    element: <SettingsScreen pages={settingsPages} />,
    children: [
      { path: '/set', element: null },
      ...settingsPages.map(
        (page): Route => ({
          element: <Gate page={page} />,
          children: [{ path: `/set/${page.path}${page.tail ?? ''}`, element: <page.page /> }],
        }),
      ),
      ...offSettings.map(({ path, name }) => ({
        path: `/set/${path}`,
        element: <OffPage name={name} />,
      })),
      { path: '/set/success/:status', element: <ResultPage /> },
    ],
  },
  // R58: the lock screen's settings by their own name.
  { path: '/set/lockscreen', element: <Navigate to="/set/accountalias/4" /> },
  { path: '/*', element: <Navigate to="/404" /> },
]

/** What the navigation does not offer opens by its address as little. */
function Gate({ page: { needs, isMore, by } }: { page: SettingsPage }) {
  const isKnown = useUser() !== undefined
  const may = useMay()
  if (by && !isKnown) return <RouteWaiting />
  if (by && !may(by)) return <Navigate to="/404" />
  if (needs) return <OnlyWith allows={(settings) => settings[needs] === 1} />
  return isMore ? <UnlessHidden by="hideSome" /> : <Outlet />
}
