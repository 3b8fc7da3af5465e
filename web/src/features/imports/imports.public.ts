export { openImport, useImportOpen } from './import-open.ts'
export { useMayImport } from './may-import.ts'
