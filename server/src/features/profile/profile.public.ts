import type { Feature } from '../feature.ts'
import { sameNames } from './nickname-rules.ts'
import { profileRoutes } from './profile.routes.ts'
import { createProfile, type ProfileDeps } from './profile.service.ts'

export const profileFeature = (deps: ProfileDeps): Feature => ({
  routes: (http) => profileRoutes(http, createProfile(deps)),
  // After an upgrade, everybody once; then whoever was renamed.
  crons: [
    {
      at: '*/10 * * * *',
      task: 'key-names',
      run: () => deps.directory.profiles.keyNames(sameNames),
    },
  ],
})
