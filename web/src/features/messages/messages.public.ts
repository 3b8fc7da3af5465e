export { MailFrame } from './reader/mail-frame.tsx'
