import { tickets } from '@hongyan/contract/tickets'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { enter } from '../../lib/session.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { Button } from '../../ui/button.tsx'
import type { Second } from '../second-step/second-step-form.public.tsx'
import styles from './login.module.css'

interface TicketLoginProps {
  onDone: () => void
  onSecond: (second: Second) => void
}

const readTicket = (): string | null => new URLSearchParams(location.search).get('uapticket')

/** It stays in no history and goes to nobody by the address. */
function clearAddress(): void {
  const query = new URLSearchParams(location.search)
  query.delete('uapticket')
  const rest = query.size > 0 ? `?${query}` : ''
  history.replaceState(history.state, '', `${location.pathname}${rest}${location.hash}`)
}

/**
 * Whoever comes by a ticket is asked first: a link of somebody else would sign a person in to that one's mailbox, where what
 * is written next lies open (login CSRF).
 */
export function TicketLogin({ onDone, onSecond }: TicketLoginProps) {
  const { t } = useTranslation('login')
  const [ticket] = useState(readTicket)
  useEffect(clearAddress, [])
  const { busy, error, attempt } = useAttempt()
  const { data } = useQuery({
    queryKey: ['uapticket'],
    queryFn: ({ signal }) => call(tickets.look, { query: { uapticket: ticket ?? '' } }, { signal }),
    enabled: ticket !== null,
  })
  if (ticket === null || !data) return null
  if (data.address === '') {
    return (
      <p className={styles.refusal} role="alert">
        {t('ticketRefused')}
      </p>
    )
  }
  const goOn = () =>
    attempt(async () => {
      const pair = await enter(() => call(tickets.logIn, { body: { uapticket: ticket } }))
      if (pair.second) onSecond(pair.second)
      else onDone()
    })
  return (
    <section className={styles.signOn} aria-label={t('ticketTitle', { system: data.system })}>
      <p>{t('ticketFrom', { system: data.system, address: data.address })}</p>
      {error && (
        <p className={styles.refusal} role="alert">
          {error}
        </p>
      )}
      <Button kind="primary" size="lg" block busy={busy} onClick={() => void goOn()}>
        {t('ticketGo')}
      </Button>
    </section>
  )
}
