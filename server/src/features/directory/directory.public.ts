export type { Directory, NewPerson } from './directory.service.ts'
export {
  asciiDomain,
  createDirectory,
  normalAddress,
  oneSpelling,
  writesAs,
} from './directory.service.ts'
