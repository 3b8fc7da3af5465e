import type { MessageItem } from '@hongyan/contract/messages'

/** The print view (R11) in a tab of its own, which asks for the printer by itself. */
export function openPrint({ mailboxId, mailId }: Pick<MessageItem, 'mailboxId' | 'mailId'>): void {
  window.open(`${location.pathname}#/print/${mailboxId}/${mailId}?ask=1`, '_blank', 'noopener')
}
