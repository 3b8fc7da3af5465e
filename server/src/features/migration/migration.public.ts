import type { Feature } from '../feature.ts'
import { migrationRoutes } from './migration.routes.ts'
import type { Migrations } from './migration.service.ts'

export { createMigrations, type Migrations } from './migration.service.ts'

export const migrationFeature = (migrations: Migrations): Feature => ({
  routes: (http) => migrationRoutes(http, migrations),
  crons: [
    { at: '* * * * *', task: 'go-on-migrations', run: () => migrations.goOn() },
    { at: '19 3 * * *', task: 'sweep-migrations', run: () => migrations.sweep() },
  ],
  stop: async () => migrations.close(),
})
