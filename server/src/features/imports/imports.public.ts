import type { Feature } from '../feature.ts'
import { importRoutes } from './imports.routes.ts'
import type { Imports } from './imports.service.ts'

export type { FileMail } from './file-mail.ts'
export { createImports, type Imports } from './imports.service.ts'

export const importsFeature = (imports: Imports): Feature => ({
  routes: (http) => importRoutes(http, imports),
  crons: [
    { at: '* * * * *', task: 'close-imports', run: () => imports.closeLeft() },
    { at: '47 * * * *', task: 'sweep-imports', run: () => imports.sweep() },
  ],
  role: 'worker',
  start: imports.closeLeft,
})
