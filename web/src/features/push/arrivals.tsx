import type { NavigateFunction } from '../../lib/router/router.ts'
import { type NewMail, openNewMail } from './new-mail.ts'
import { NewMailCards } from './new-mail-cards.tsx'
import { playNewMail } from './new-mail-sound.ts'
import { notifySystem } from './system-notification.ts'
import { type Reminder, TodoCards } from './todo-cards.tsx'

interface ArrivalsProps {
  cards: NewMail[]
  onDismiss: (mailId: number) => void
  reminders: Reminder[]
  onDismissReminder: (pendingId: number) => void
}

/** What came in while the page is open, over its lower corner. */
export function Arrivals({ cards, onDismiss, reminders, onDismissReminder }: ArrivalsProps) {
  return (
    <NewMailCards cards={cards} onDismiss={onDismiss}>
      <TodoCards reminders={reminders} onDismiss={onDismissReminder} />
    </NewMailCards>
  )
}

interface Telling {
  withSound: boolean
  withContent: boolean
  navigate: NavigateFunction
}

/** New mail is heard, and told by the system where the page is not in sight. */
export function tellNewMail(mail: NewMail, { withSound, withContent, navigate }: Telling): void {
  if (withSound) void playNewMail()
  notifySystem(mail, { withContent, onOpen: () => openNewMail(navigate, mail) })
}
