export type { FileMail } from './file-mail.ts'
export { createImports, type Imports } from './imports.service.ts'
