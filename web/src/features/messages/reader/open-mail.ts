import type { MessageDetail } from '@hongyan/contract/messages'
import { sessionStore } from '../../../lib/session-store.ts'

/** What the assistant knows of the mail that is open (specification §3). Text only; never markup. */
export interface OpenMail {
  jContent: string
  sender: string
  mailsubject: string
  sendTime: string
}

interface OpenMailState {
  mail: OpenMail | null
}

export const useOpenMail = sessionStore<OpenMailState>(() => ({ mail: null }))

/** Characters of a body that the assistant takes. */
const longest = 5000

export function setOpenMail(detail: MessageDetail | undefined): void {
  useOpenMail.setState({
    mail: detail
      ? {
          jContent: (detail.text ?? detail.preview).slice(0, longest),
          sender: detail.mailFrom.address,
          mailsubject: detail.mailSubject,
          sendTime: detail.sentTime ?? detail.receivedTime,
        }
      : null,
  })
}
