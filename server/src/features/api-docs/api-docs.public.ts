import type { Feature } from '../feature.ts'
import { apiDocsRoutes } from './api-docs.routes.ts'

export const apiDocsFeature = (): Feature => ({ routes: apiDocsRoutes })
