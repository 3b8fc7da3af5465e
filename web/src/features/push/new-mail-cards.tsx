import { limits } from '@hongyan/contract/limits'
import type { PushMessage } from '@hongyan/contract/push'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Avatar } from '../../ui/avatar.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { iconClose } from '../../ui/icons.ts'
import { nameOf, plainLine, prefetchMessage } from '../messages/messages.public.ts'
import styles from './push.module.css'

type NewMail = Extract<PushMessage, { optType: 'mail' }>

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
  const { mailId, mailboxId, mailFrom } = card
  const name = nameOf(mailFrom)
  const subject = cut(plainLine(card.mailSubject)) || t('list:noSubject')
  useEffect(() => {
    prefetchMessage(mailId)
    const timer = setTimeout(() => onDismiss(mailId), shownFor)
    return () => clearTimeout(timer)
  }, [mailId, onDismiss])
  const open = () => {
    onDismiss(mailId)
    navigate(`/reply/${mailboxId}/${mailId}`)
  }
  return (
    <div className={styles.card}>
      <button
        type="button"
        className={styles.open}
        aria-label={t('openMail', { subject })}
        onClick={open}
      >
        <Avatar name={name} address={mailFrom.address} size={36} />
        <span className={styles.text}>
          <span className={styles.label}>{t('newMail')}</span>
          <span className={styles.name}>{name}</span>
          <span className={styles.subject}>{subject}</span>
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

/** L17: at most 100 characters, never half of one. */
function cut(text: string): string {
  const characters = [...text]
  if (characters.length <= limits.notificationSubject) return text
  return `${characters.slice(0, limits.notificationSubject).join('')}…`
}
