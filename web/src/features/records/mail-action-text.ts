import type { MailLogItem } from '@hongyan/contract/records'
import { useTranslation } from '../../lib/i18n.ts'
import { useFolderName } from './who-and-when.tsx'

type Described = Pick<MailLogItem, 'action' | 'peer' | 'mailboxId' | 'targetMailboxId'>

/** What happened to a mail, in words. */
export function useMailActionText(): (item: Described) => string {
  const { t } = useTranslation('records')
  const nameOf = useFolderName()
  return ({ action, peer, mailboxId, targetMailboxId }) =>
    t(`did.${action}`, { peer, from: nameOf(mailboxId), to: nameOf(targetMailboxId) })
}
