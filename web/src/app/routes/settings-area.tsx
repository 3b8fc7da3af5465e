import { Navigate, Route, Routes } from 'react-router'
import { SettingsScreen } from '../../features/settings/settings-screen.tsx'
import { settingsPages } from './settings-pages.tsx'

/** What stands under /set (R38, R45-R63). */
export function SettingsArea() {
  return (
    <Routes>
      <Route element={<SettingsScreen pages={settingsPages} />}>
        <Route index element={null} />
        {settingsPages.map(({ path, tail = '', page: Content }) => (
          <Route key={path} path={`${path}${tail}`} element={<Content />} />
        ))}
      </Route>
      {/* R58: the lock screen's settings by their own name. */}
      <Route path="lockscreen" element={<Navigate to="/set/accountalias/4" replace />} />
      <Route path="*" element={<Navigate to="/404" replace />} />
    </Routes>
  )
}
