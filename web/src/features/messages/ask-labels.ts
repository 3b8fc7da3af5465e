import type { MessageItem } from '@hongyan/contract/messages'
import { translate } from '../../lib/i18n.ts'
import { toast } from '../../ui/toast-store.ts'
import { askFolder } from '../folders/folders.public.ts'
import { chooseLabel } from '../labels/labels.public.tsx'

/** Labels by a list to choose from; a new one can be made in it. */
export async function askLabels(mails: readonly MessageItem[]): Promise<void> {
  if (mails.length === 0) {
    toast({ kind: 'info', text: translate('list:noneSelected') })
    return
  }
  const onCreate = (onSaved: (labelId: number) => void) =>
    askFolder({ kind: 'label', label: null, onSaved })
  await chooseLabel({ mails, onCreate })
}
