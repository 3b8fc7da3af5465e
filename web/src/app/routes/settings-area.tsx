import { Navigate, Outlet, Route, Routes } from 'react-router'
import type { SettingsPage } from '../../features/settings/settings.public.tsx'
import { SettingsScreen } from '../../features/settings/settings-screen.tsx'
import { useMay, useUser } from '../../lib/me.ts'
import { OnlyWith, UnlessHidden } from './guards.tsx'
import { OffPage } from './off-page.tsx'
import { offSettings } from './off-routes.ts'
import { ResultPage } from './result-page.tsx'
import { RouteWaiting } from './route-waiting.tsx'
import { settingsPages } from './settings-pages.tsx'

/** What stands under /set (R38, R45-R63). */
export function SettingsArea() {
  return (
    <Routes>
      <Route element={<SettingsScreen pages={settingsPages} />}>
        <Route index element={null} />
        {settingsPages.map((page) => (
          <Route key={page.path} element={<Gate page={page} />}>
            <Route path={`${page.path}${page.tail ?? ''}`} element={<page.page />} />
          </Route>
        ))}
      </Route>
      <Route element={<SettingsScreen pages={settingsPages} />}>
        {offSettings.map(({ path, name }) => (
          <Route key={path} path={path} element={<OffPage name={name} />} />
        ))}
        <Route path="success/:status" element={<ResultPage />} />
      </Route>
      {/* R58: the lock screen's settings by their own name. */}
      <Route path="lockscreen" element={<Navigate to="/set/accountalias/4" replace />} />
      <Route path="*" element={<Navigate to="/404" replace />} />
    </Routes>
  )
}

/** What the navigation does not offer opens by its address as little. */
function Gate({ page: { needs, isMore, by } }: { page: SettingsPage }) {
  const isKnown = useUser() !== undefined
  const may = useMay()
  if (by && !isKnown) return <RouteWaiting />
  if (by && !may(by)) return <Navigate to="/404" replace />
  if (needs) return <OnlyWith allows={(settings) => settings[needs] === 1} />
  return isMore ? <UnlessHidden by="hideSome" /> : <Outlet />
}
