import type { Feature } from '../feature.ts'
import { passwordsRoutes } from './passwords.routes.ts'
import type { OwnPasswords } from './passwords.service.ts'

export { createOwnPasswords, type OwnPasswords } from './passwords.service.ts'

export const passwordsFeature = (ownPasswords: OwnPasswords): Feature => ({
  routes: (http) => passwordsRoutes(http, ownPasswords),
})
