// A door of its own: the frame brings the sanitiser along, which the first page does not need.
export { unsafeDrawnHtml } from './reader/frame/drawn-html.ts'
export { MailFrame } from './reader/frame/mail-frame.tsx'
