/** What the reader shows of writing. */
export { QuickReply } from './send/quick-reply.tsx'
export { SentMailBar } from './send/sent-mail-bar.tsx'
