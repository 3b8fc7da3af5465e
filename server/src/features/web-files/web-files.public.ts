import type { Feature } from '../feature.ts'
import { webFileRoutes } from './web-files.routes.ts'

export const webFilesFeature = (): Feature => ({ routes: webFileRoutes })
