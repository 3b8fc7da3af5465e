import { type ReactNode, useEffect } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { useNavigate } from '../../lib/router/hooks.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { iconClose } from '../../ui/icons.ts'
import { Isolated } from '../../ui/isolated.tsx'
import { nameOf, prefetchMessage } from '../messages/messages.public.ts'
import { type NewMail, openNewMail, subjectLine } from './new-mail.ts'
import styles from './push.module.css'

const shownFor = 8000

interface NewMailCardsProps {
  cards: NewMail[]
  onDismiss: (mailId: number) => void
  /** Cards of another kind, under these. */
  children?: ReactNode
}

/** Notifications at the bottom right (PUSH-06). Everything in them is plain text (T12). */
export function NewMailCards({ cards, onDismiss, children }: NewMailCardsProps) {
  const { t } = useTranslation('shell')
  return (
    <section className={styles.cards} aria-label={t('newMail')} aria-live="polite">
      {cards.map((card) => (
        <Card key={card.mailId} card={card} onDismiss={onDismiss} />
      ))}
      {children}
    </section>
  )
}

function Card({ card, onDismiss }: { card: NewMail; onDismiss: (mailId: number) => void }) {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const { mailId, mailFrom } = card
  const name = nameOf(mailFrom)
  const subject = subjectLine(card)
  useEffect(() => {
    prefetchMessage(mailId)
    const timer = setTimeout(() => onDismiss(mailId), shownFor)
    return () => clearTimeout(timer)
  }, [mailId, onDismiss])
  const open = () => {
    onDismiss(mailId)
    openNewMail(navigate, card)
  }
  return (
    <div className={styles.card}>
      <button type="button" className={styles.open} onClick={open}>
        <Avatar name={name} address={mailFrom.address} size={36} />
        <span className={styles.text}>
          <span className={styles.label}>{t('newMail')}</span>
          <span className={styles.name}>
            <Isolated>{name}</Isolated>
          </span>
          <span className={styles.subject}>
            <Isolated>{subject}</Isolated>
          </span>
        </span>
      </button>
      <IconButton
        icon={iconClose}
        label={t('common:close')}
        size="sm"
        onClick={() => onDismiss(mailId)}
      />
    </div>
  )
}
