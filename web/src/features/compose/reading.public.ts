/** What the reader shows of writing. */
export { QuickReply } from './quick-reply.tsx'
export { SentMailBar } from './sent-mail-bar.tsx'
