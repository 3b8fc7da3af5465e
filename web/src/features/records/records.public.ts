export { When, Who } from './who-and-when.tsx'
