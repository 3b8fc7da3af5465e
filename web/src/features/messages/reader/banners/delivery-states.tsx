import type { RecipientState } from '@hongyan/contract/messages'
import { useState } from 'react'
import { fullTime } from '../../../../lib/dates.ts'
import { useTranslation } from '../../../../lib/i18n.ts'
import { useDateStyle } from '../../../../lib/me.ts'
import { madeKey } from '../../../../lib/text-keys.ts'
import type { Translate } from '../../../../lib/translate.ts'
import { Chip } from '../../../../ui/chip.tsx'
import { Isolated } from '../../../../ui/isolated.tsx'
import { nameOf, plainLine } from '../../people.ts'
import styles from '../reader.module.css'

type State = RecipientState['state']

const tones: Record<State, 'ok' | 'accent' | 'warn' | 'danger' | 'neutral'> = {
  queued: 'accent',
  delivered: 'ok',
  relayed: 'ok',
  deferred: 'warn',
  bounced: 'danger',
  cancelled: 'neutral',
  recalled: 'neutral',
  'recall-refused': 'warn',
}

/** Where a mail we sent has got to, for each recipient, with the reason in words. */
export function DeliveryStates({ recipients }: { recipients: RecipientState[] }) {
  const { t } = useTranslation('reader')
  const trouble = recipients.some(({ state }) => state === 'bounced' || state === 'deferred')
  const [open, setOpen] = useState<boolean | null>(null)
  if (recipients.length === 0) return null
  const arrived = recipients.filter(({ state }) => state === 'delivered' || state === 'relayed')
  const lost = recipients
    .filter(({ state }) => state === 'bounced')
    .slice(0, 5)
    .map(nameOf)
  const shown = open ?? (trouble || recipients.length === 1)
  return (
    <section className={styles.delivery} aria-label={t('delivery')}>
      <button
        type="button"
        className={styles.deliveryTitle}
        aria-expanded={shown}
        onClick={() => setOpen(!shown)}
      >
        <span>
          {t('deliverySummary', { arrived: arrived.length, total: recipients.length })}
          {lost.length > 0 && ` · ${t('notDelivered', { names: lost.join(t('comma')) })}`}
        </span>
        <span className={styles.toggle}>{t(shown ? 'hide' : 'details')}</span>
      </button>
      {shown && (
        <ul className={styles.deliveryList}>
          {recipients.map((recipient) => (
            <Recipient key={`${recipient.kind}${recipient.address}`} recipient={recipient} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Recipient({ recipient }: { recipient: RecipientState }) {
  const { t } = useTranslation('reader')
  const dateStyle = useDateStyle()
  const { state, reason, at, address } = recipient
  return (
    <li className={styles.recipient} data-state={state}>
      <span className={styles.recipientName} title={address}>
        <Isolated>{nameOf(recipient)}</Isolated>
      </span>
      <Chip tone={tones[state]}>{t(`state.${state}`)}</Chip>
      <span className={styles.reason}>
        {reasonText(t, reason)} <time>{fullTime(at, dateStyle)}</time>
      </span>
    </li>
  )
}

/** Why a recall ended as it did is a word of ours, everything else the words of the other server. */
const reasonText = (t: Translate<'reader'>, reason: string): string =>
  recallReasons.has(reason) ? t(madeKey(`recallReason.${reason}`)) : plainLine(reason)

const recallReasons = new Set(['read', 'outside', 'gone', 'not-sent'])
