export { type Authorised, createAuthorised } from './authorised.service.ts'
export type { SealedMail } from './sealing.ts'
