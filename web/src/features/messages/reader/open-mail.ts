import type { MessageDetail } from '@hongyan/contract/messages'
import { type RefObject, useEffect, useRef } from 'react'
import { sessionStore } from '../../../lib/session-store.ts'

/** What is known of the open mail, by the specification's names (READ-03). */
export interface OpenMail {
  mailId: number
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
  open: {
    detail: MessageDetail
    place: RefObject<HTMLElement | null>
    report: RefObject<() => void>
  } | null
}

const useKept = sessionStore<Kept>(() => ({ open: null }))

/**
 * Keeps what is open, for whoever speaks of it. `place` is around its text; `report` asks and reports it. A mail whose body is never in the mailbox, or
 * closed, is not kept (T40).
 */
export function useOpenMail(
  detail: MessageDetail | null,
  place: RefObject<HTMLElement | null>,
  report: () => void,
): void {
  const latest = useRef(report)
  latest.current = report
  useEffect(() => {
    if (!detail) return
    const open = { detail, place, report: latest }
    useKept.setState({ open })
    return () => {
      if (useKept.getState().open === open) useKept.setState({ open: null })
    }
  }, [detail, place])
}

/** Whether there is an open mail that may be spoken of. */
export const useHasOpenMail = (): boolean => useKept(({ open }) => open !== null)

/** Which one that is; null for none. */
export const useOpenMailId = (): number | null => useKept(({ open }) => open?.detail.mailId ?? null)

/** Reports it, as the reader's own button does. */
export const reportOpenMail = (): void => useKept.getState().open?.report.current()

/** Where its text is drawn. */
export const openMailPlace = (): HTMLElement | null =>
  useKept.getState().open?.place.current ?? null

/** The open mail, null for none. The text is read only now: a long mail costs nothing until it is asked for. */
export function openMail(): OpenMail | null {
  const { open } = useKept.getState()
  if (!open) return null
  const { mailFrom, mailSubject, sentTime, receivedTime } = open.detail
  const { name, address } = mailFrom
  return {
    mailId: open.detail.mailId,
    jContent: drawnText(open.place.current).slice(0, mostText),
    sender: name === '' ? address : `${name} <${address}>`,
    mailsubject: mailSubject,
    sendTime: sentTime ?? receivedTime,
  }
}

const drawnText = (place: HTMLElement | null): string => drawnBody(place)?.innerText.trim() ?? ''

/** What holds the text: the page in the frame, or the text itself. */
export function drawnBody(place: HTMLElement | null): HTMLElement | null {
  const body = place?.querySelector('iframe')?.contentDocument?.body ?? place?.firstElementChild
  return (body as HTMLElement | null | undefined) ?? null
}
