/** What is open in the reader, for whoever speaks of it. */
export { followLink } from './reader/links/follow-link.ts'
export {
  drawnBody,
  type OpenMail,
  openMail,
  openMailPlace,
  reportOpenMail,
  useOpenMailId,
} from './reader/open-mail.ts'
export { showInMail } from './reader/show-in-mail.ts'
