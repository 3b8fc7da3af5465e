import { tickets } from '@hongyan/contract/tickets'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { userQuery } from '../../lib/me.ts'
import { enter, isSignedIn } from '../../lib/session.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { Refusal } from '../../ui/refusal.tsx'
import type { Second } from '../second-step/second-step-form.public.tsx'
import styles from './login.module.css'
import { dropTicket } from './pending-ticket.ts'

interface TicketLoginProps {
  ticket: string
  onDone: () => void
  onSecond: (second: Second) => void
  /** Who is signed in already goes on as they are. */
  onStay: () => void
}

/**
 * Whoever comes by a ticket is asked first: a link of somebody else would sign a person in to that one's mailbox, where what
 * is written next lies open (login CSRF).
 */
export function TicketLogin({ ticket, onDone, onSecond, onStay }: TicketLoginProps) {
  const { t } = useTranslation('login')
  const signedIn = isSignedIn()
  const { busy, error, attempt } = useAttempt()
  const { data: user } = useQuery({ ...userQuery, enabled: signedIn })
  const { data, error: unknown } = useQuery({
    queryKey: ['uapticket'],
    queryFn: ({ signal }) => call(tickets.look, { query: { uapticket: ticket } }, { signal }),
  })
  const goOn = () =>
    attempt(async () => {
      const pair = await enter(() => call(tickets.logIn, { body: { uapticket: ticket } }))
      dropTicket()
      if (pair.second) onSecond(pair.second)
      else onDone()
    })
  const isGood = data !== undefined && data.address !== ''
  const refused = data && !isGood ? t('ticketRefused') : (error ?? unknown?.message)
  if (!refused && !data) return null
  return (
    <section
      className={styles.signOn}
      aria-label={t('ticketTitle', { system: data?.system ?? '' })}
    >
      {isGood && <p>{t('ticketFrom', data)}</p>}
      {user && <p>{t('ticketSignedIn', { address: user.emailAddr })}</p>}
      {refused && <Refusal>{refused}</Refusal>}
      {isGood && (
        <Button kind="primary" size="lg" block busy={busy} onClick={() => void goOn()}>
          {t('ticketGo')}
        </Button>
      )}
      {signedIn && (
        <Button size="lg" block disabled={busy} onClick={onStay}>
          {t('ticketStay')}
        </Button>
      )}
    </section>
  )
}
