import type { MessageDetail } from '@hongyan/contract/messages'
import { type RefObject, useEffect } from 'react'
import { sessionStore } from '../../../lib/session-store.ts'

/** What is known of the open mail, by the specification's names (READ-03). */
export interface OpenMail {
  /** The text as it is drawn: what styles hide is not in it (T39). */
  jContent: string
  /** As in the header: `Name <address>`. */
  sender: string
  mailsubject: string
  /** ISO 8601, in UTC. */
  sendTime: string
}

/** Characters of the text that are given away. */
const mostText = 200_000

interface Kept {
  open: { detail: MessageDetail; place: RefObject<HTMLElement | null> } | null
}

const useKept = sessionStore<Kept>(() => ({ open: null }))

/**
 * Keeps what is open, for whoever speaks of it. `place` is around its text. A mail whose body is never in the mailbox, or
 * closed, is not kept (T40).
 */
export function useOpenMail(
  detail: MessageDetail | null,
  place: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    if (!detail) return
    const open = { detail, place }
    useKept.setState({ open })
    return () => {
      if (useKept.getState().open === open) useKept.setState({ open: null })
    }
  }, [detail, place])
}

/** Whether there is an open mail that may be spoken of. */
export const useHasOpenMail = (): boolean => useKept(({ open }) => open !== null)

/** The open mail, null for none. The text is read only now: a long mail costs nothing until it is asked for. */
export function openMail(): OpenMail | null {
  const { open } = useKept.getState()
  if (!open) return null
  const { mailFrom, mailSubject, sentTime, receivedTime } = open.detail
  const { name, address } = mailFrom
  return {
    jContent: drawnText(open.place.current).slice(0, mostText),
    sender: name === '' ? address : `${name} <${address}>`,
    mailsubject: mailSubject,
    sendTime: sentTime ?? receivedTime,
  }
}

function drawnText(place: HTMLElement | null): string {
  const body = place?.querySelector('iframe')?.contentDocument?.body ?? place?.firstElementChild
  return (body as HTMLElement | undefined)?.innerText.trim() ?? ''
}
