export { clientName } from './client-name.ts'
export { When } from './who-and-when.tsx'
