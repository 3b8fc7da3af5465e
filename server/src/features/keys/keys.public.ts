export { createKeys, type Keys } from './keys.service.ts'
