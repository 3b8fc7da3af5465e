export { When } from './who-and-when.tsx'
