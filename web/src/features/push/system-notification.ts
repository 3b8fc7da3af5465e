import { limits } from '@hongyan/contract/limits'
import { translate } from '../../lib/i18n.ts'
import { nameOf, plainLine } from '../messages/messages.public.ts'
import { type NewMail, subjectLine } from './new-mail.ts'

interface Wish {
  withContent: boolean
  onOpen: () => void
}

/**
 * A notification of the system for a page that is open but not in sight. The tag is that of the web push for the same
 * mail: whoever comes second replaces the first.
 */
export function notifySystem(mail: NewMail, { withContent, onOpen }: Wish): void {
  if (document.visibilityState === 'visible') return
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  const sender = [...plainLine(nameOf(mail.mailFrom))].slice(0, limits.notificationSender).join('')
  const title = withContent && sender ? sender : translate('shell:newMail')
  try {
    const shown = new Notification(title, {
      body: withContent ? subjectLine(mail) : '',
      tag: `mail-${mail.mailId}`,
      icon: './favicon.svg',
    })
    shown.onclick = () => {
      window.focus()
      shown.close()
      onOpen()
    }
  } catch {
    // Browsers of phones let only the service worker show notifications.
  }
}
