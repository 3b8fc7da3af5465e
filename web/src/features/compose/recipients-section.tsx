import { type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import styles from './recipients.module.css'
import {
  addRecipients,
  allRecipients,
  isOutside,
  type RecipientKind,
  type Recipients,
} from './recipients.ts'
import { RecipientsField } from './recipients-field.tsx'
import type { Composer } from './use-compose.ts'

interface RecipientsSectionProps {
  composer: Composer
  ownDomains: string[]
  error: string | null
  toRef: RefObject<HTMLInputElement | null>
  onEdited: () => void
}

/** To, and Cc and Bcc once they are wanted. */
export function RecipientsSection(props: RecipientsSectionProps) {
  const { composer, ownDomains, error, toRef, onEdited } = props
  const { recipients, typed } = composer.fields
  const { t } = useTranslation('compose')
  const [wanted, setWanted] = useState<RecipientKind | null>(null)
  const [opened, setOpened] = useState({ cc: false, bcc: false })
  const isShown = (kind: 'cc' | 'bcc') =>
    opened[kind] || recipients[kind].length > 0 || typed[kind] !== ''
  const outside = allRecipients(recipients).filter((one) => isOutside(one, ownDomains)).length

  const reveal = (kind: 'cc' | 'bcc') => {
    setOpened({ ...opened, [kind]: true })
    setWanted(kind)
  }
  const field = (kind: RecipientKind) => (
    <RecipientsField
      label={t(kind)}
      list={recipients[kind]}
      typed={typed[kind]}
      ownDomains={ownDomains}
      inputRef={(element) => {
        if (kind === 'to') toRef.current = element
        if (element !== null && wanted === kind) {
          element.focus()
          setWanted(null)
        }
      }}
      onChange={({ list, typed: text }) => {
        const now = composer.current()
        composer.change({
          recipients: list === undefined ? now.recipients : { ...now.recipients, [kind]: list },
          typed: text === undefined ? now.typed : { ...now.typed, [kind]: text },
        })
        onEdited()
      }}
      onDropChip={(key) => {
        composer.change({ recipients: moveChip(composer.current().recipients, key, kind) })
      }}
    />
  )

  return (
    <div>
      <div className={styles.row}>
        <span className={styles.label}>{t('to')}</span>
        {field('to')}
        <span className={styles.switches}>
          {(['cc', 'bcc'] as const).map(
            (kind) =>
              !isShown(kind) && (
                <Button key={kind} kind="quiet" size="sm" onClick={() => reveal(kind)}>
                  {t(kind === 'cc' ? 'addCc' : 'addBcc')}
                </Button>
              ),
          )}
        </span>
      </div>
      {(['cc', 'bcc'] as const).map(
        (kind) =>
          isShown(kind) && (
            <div key={kind} className={styles.row}>
              <span className={styles.label}>{t(kind)}</span>
              {field(kind)}
            </div>
          ),
      )}
      {error !== null && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      {outside > 0 && (
        <p className={styles.hint}>{t('recipients.outsideHint', { count: outside })}</p>
      )}
    </div>
  )
}

function moveChip(recipients: Recipients, key: string, to: RecipientKind): Recipients {
  const chip = allRecipients(recipients).find((one) => one.key === key)
  if (chip === undefined) return recipients
  const without = {
    to: recipients.to.filter((one) => one !== chip),
    cc: recipients.cc.filter((one) => one !== chip),
    bcc: recipients.bcc.filter((one) => one !== chip),
  }
  return { ...without, [to]: addRecipients(without[to], [chip]) }
}
