export { useDarkMail } from './reader/dark-mail.ts'
