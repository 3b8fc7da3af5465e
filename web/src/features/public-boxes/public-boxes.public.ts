export { MailboxBar } from './mailbox-bar.tsx'
export { SwitchEntry } from './switch-entry.tsx'
export { useMailboxPicker } from './switching.ts'
