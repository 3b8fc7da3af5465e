export { createArrivalHook } from './arrival.ts'
export { createRules, type Rules } from './rules.service.ts'
