import { onSessionEnd } from '../../lib/session-end.ts'
import { sessionStore } from '../../lib/session-store.ts'

/** What the panel is opened for. */
export const wishes = ['chat', 'compose', 'reply', 'summary', 'check', 'brief', 'mailbox'] as const
export type AssistantWish = (typeof wishes)[number]

interface Opened {
  open: boolean
  /** The tab that was asked for; null for the first. */
  on: AssistantWish | null
  /** Grows with each time it is asked for: the same wish again is another one. */
  turn: number
}

/** Whether the panel is there. All else of the assistant is loaded with it. */
export const useAssistantOpen = sessionStore<Opened>(() => ({ open: false, on: null, turn: 0 }))

export const openAssistant = (on: AssistantWish | null = null): void =>
  useAssistantOpen.setState(({ turn }) => ({ open: true, on, turn: turn + 1 }))

export const closeAssistant = (): void => useAssistantOpen.setState({ open: false })

/** Narrower than this the panel is the whole screen. */
export const wholeScreen = '(max-width: 699px)'

/** What was asked for is behind the panel where that is the whole screen. */
export function showBehind(): void {
  if (matchMedia(wholeScreen).matches) closeAssistant()
}

/** Where the chat stays through a reload of this tab of the browser. */
export const chatPlace = 'assistantChat'
// Said here, where it is loaded with the page: the chat may be of a page before, in which the panel was open.
onSessionEnd(() => sessionStorage.removeItem(chatPlace))
