export type { Directory, NewPerson } from './directory.service.ts'
export { createDirectory, normalAddress, writesAs } from './directory.service.ts'
