export type { Directory, NewPerson } from './directory.service.ts'
export { createDirectory, normalAddress, oneSpelling, writesAs } from './directory.service.ts'
