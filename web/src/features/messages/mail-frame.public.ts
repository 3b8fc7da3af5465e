// A door of its own: the frame brings the sanitiser along, which the first page does not need.
export { MailFrame } from './reader/frame/mail-frame.tsx'
