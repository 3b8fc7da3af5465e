import type { Feature } from '../feature.ts'
import { profileRoutes } from './profile.routes.ts'
import { createProfile, type ProfileDeps } from './profile.service.ts'

export const profileFeature = (deps: ProfileDeps): Feature => ({
  routes: (http) => profileRoutes(http, createProfile(deps)),
})
