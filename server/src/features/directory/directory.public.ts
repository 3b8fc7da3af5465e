export type { Directory, NewPerson } from './directory.service.ts'
export { createDirectory, normalAddress } from './directory.service.ts'
