import type { PushMessage } from '@hongyan/contract/push'
import { useTranslation } from '../../lib/i18n.ts'
import { useNavigate } from '../../lib/router/hooks.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { iconClock, iconClose } from '../../ui/icons.ts'
import { Isolated } from '../../ui/isolated.tsx'
import { plainLine } from '../messages/messages.public.ts'
import styles from './push.module.css'

export type Reminder = Extract<PushMessage, { optType: 'todo' }>

interface TodoCardsProps {
  reminders: Reminder[]
  onDismiss: (pendingId: number) => void
}

/** Todo mail that is due: stays until it is opened or closed. Everything in it is plain text (T12). */
export function TodoCards({ reminders, onDismiss }: TodoCardsProps) {
  return reminders.map((one) => <Card key={one.pendingId} reminder={one} onDismiss={onDismiss} />)
}

function Card({
  reminder,
  onDismiss,
}: {
  reminder: Reminder
  onDismiss: TodoCardsProps['onDismiss']
}) {
  const { t } = useTranslation('todo')
  const navigate = useNavigate()
  const { pendingId, mailId, mailboxId, note } = reminder
  const subject = plainLine(reminder.mailSubject) || t('list:noSubject')
  const close = () => onDismiss(pendingId)
  const open = () => {
    close()
    navigate(`/reply/${mailboxId}/${mailId}`)
  }
  return (
    <div className={styles.card}>
      <button
        type="button"
        className={styles.open}
        aria-label={t('openReminder', { subject })}
        onClick={open}
      >
        <span className={styles.clock}>
          <Icon icon={iconClock} size={20} />
        </span>
        <span className={styles.text}>
          <span className={styles.label}>{t('reminder')}</span>
          <span className={styles.name}>
            <Isolated>{subject}</Isolated>
          </span>
          {note && (
            <span className={styles.subject}>
              <Isolated>{plainLine(note)}</Isolated>
            </span>
          )}
        </span>
      </button>
      <IconButton icon={iconClose} label={t('common:close')} size="sm" onClick={close} />
    </div>
  )
}
