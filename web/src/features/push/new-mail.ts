import { limits } from '@hongyan/contract/limits'
import type { PushMessage } from '@hongyan/contract/push'
import { translate } from '../../lib/i18n.ts'
import type { NavigateFunction } from '../../lib/router/router.ts'
import { plainLine, showNewest } from '../messages/messages.public.ts'

export type NewMail = Extract<PushMessage, { optType: 'mail' }>

/** L17: at most 100 characters, never half of one. */
export function subjectLine({ mailSubject }: NewMail): string {
  const text = plainLine(mailSubject)
  const characters = [...text]
  if (characters.length === 0) return translate('list:noSubject')
  if (characters.length <= limits.notificationSubject) return text
  return `${characters.slice(0, limits.notificationSubject).join('')}…`
}

/** Opens the mail of a notification; its list is loaded as page 1 with ten rows (PUSH-07, L16). */
export function openNewMail(
  navigate: NavigateFunction,
  { mailId, mailboxId }: Pick<NewMail, 'mailId' | 'mailboxId'>,
): void {
  showNewest(mailboxId)
  void navigate(`/reply/${mailboxId}/${mailId}`, {
    state: { pageSize: limits.notificationPageSize },
  })
}
