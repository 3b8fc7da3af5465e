export { type Compose, createCompose } from './compose.service.ts'
