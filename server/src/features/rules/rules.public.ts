import type { Feature } from '../feature.ts'
import { createIncomingHook } from './incoming-hook.ts'
import { ruleRoutes } from './rules.routes.ts'
import type { Rules } from './rules.service.ts'

export { createRules, type Rules } from './rules.service.ts'

export const rulesFeature = (rules: Rules): Feature => ({
  routes: (http) => ruleRoutes(http, rules),
  hooks: [createIncomingHook(rules.deps)],
  crons: [{ at: '57 3 * * *', task: 'sweep-rules', run: () => rules.sweep() }],
})
