export { newMessageId } from './build-message.ts'
export { type Compose, createCompose } from './compose.service.ts'
export { isAscii, readPerson } from './compose-checks.ts'
