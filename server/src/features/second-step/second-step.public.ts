import type { Feature } from '../feature.ts'
import { type SecondStepParts, secondStepRoutes } from './second-step.routes.ts'

export { createOwnerProof, type OwnerProof } from './owner-proof.ts'
export { createPhones, type Phones } from './phones.ts'
export { createRecoveryAddresses, type RecoveryAddresses } from './recovery-addresses.ts'
export { createSecondStep, type SecondStep, ticketLogin } from './second-step.service.ts'

export const secondStepFeature = (parts: SecondStepParts): Feature => ({
  routes: (http) => secondStepRoutes(http, parts),
  crons: [{ at: '43 * * * *', task: 'sweep-half-logins', run: () => parts.secondStep.sweep() }],
})
