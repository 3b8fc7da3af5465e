export { openImport, useImportOpen } from './import-open.ts'
