import type { MessageItem } from '@hongyan/contract/messages'
import { translate } from '../../lib/i18n.ts'
import { toast } from '../../ui/toast-store.ts'
import { askFolder } from '../folders/folders.public.ts'

/** Labels by key: the picker that the bar opens at its button, in a dialog; or why not. */
export function askLabels(mails: readonly MessageItem[]): void {
  if (mails.length === 0) toast({ kind: 'info', text: translate('list:noneSelected') })
  else askFolder({ kind: 'mark', mails })
}
