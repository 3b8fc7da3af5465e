import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { lazyPart } from '../../../lib/lazy-part.tsx'
import { announce } from '../../../ui/announcer.tsx'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { iconPeople } from '../../../ui/icons.ts'
import type { Composer } from '../screen/use-compose.ts'
import styles from './recipients.module.css'
import {
  addRecipients,
  allRecipients,
  isOutside,
  type RecipientKind,
  type Recipients,
} from './recipients.ts'
import { RecipientsField } from './recipients-field.tsx'

const ContactPicker = lazyPart(() => import('./contact-picker.tsx'), 'ContactPicker')

interface RecipientsSectionProps {
  composer: Composer
  ownDomains: string[]
  error: string | null
  toRef: RefObject<HTMLInputElement | null>
  onEdited: () => void
}

const kinds = ['to', 'cc', 'bcc'] as const

/** To, and Cc and Bcc once they are wanted. */
export function RecipientsSection(props: RecipientsSectionProps) {
  const { composer, ownDomains, error, toRef, onEdited } = props
  const { recipients, typed } = composer.fields
  const { t } = useTranslation('compose')
  const [marked, setMarked] = useState<string | null>(null)
  const [opened, setOpened] = useState({ to: true, cc: false, bcc: false })
  const [picks, setPicks] = useState(false)
  const isShown = (kind: RecipientKind) =>
    opened[kind] || recipients[kind].length > 0 || typed[kind] !== ''
  const outside = allRecipients(recipients).filter((one) => isOutside(one, ownDomains)).length
  const goTo = useFieldFocus(toRef)

  const move = (key: string, kind: RecipientKind) =>
    composer.change({ recipients: moveChip(composer.current().recipients, key, kind) })
  const moveBeside = (from: RecipientKind, key: string, by: 1 | -1) => {
    const kind = kinds[kinds.indexOf(from) + by]
    if (kind === undefined) return
    move(key, kind)
    goTo.focus(kind, () => setMarked(key))
    announce(t('recipients.moved', { field: t(kind) }))
  }
  const field = (kind: RecipientKind) => (
    <RecipientsField
      label={t(kind)}
      list={recipients[kind]}
      typed={typed[kind]}
      ownDomains={ownDomains}
      marked={recipients[kind].some((one) => one.key === marked) ? marked : null}
      onMark={setMarked}
      inputRef={(element) => goTo.know(kind, element)}
      current={() => composer.current().recipients[kind]}
      onChange={({ list, typed: text }) => {
        const now = composer.current()
        composer.change({
          recipients: list === undefined ? now.recipients : { ...now.recipients, [kind]: list },
          typed: text === undefined ? now.typed : { ...now.typed, [kind]: text },
        })
        onEdited()
      }}
      onDropChip={(key) => move(key, kind)}
      onMoveChip={(key, by) => moveBeside(kind, key, by)}
    />
  )

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: chips are moved by keyboard as well
    <div
      onDragStart={() => {
        // Only after it began: a page that changes at once ends the drag in Chromium.
        setTimeout(() => setOpened({ to: true, cc: true, bcc: true }), 0)
      }}
    >
      {kinds.map(
        (kind) =>
          isShown(kind) && (
            <div key={kind} className={styles.row}>
              <span className={styles.label}>{t(kind)}</span>
              {field(kind)}
              {kind === 'to' && (
                <span className={styles.switches}>
                  <IconButton
                    icon={iconPeople}
                    size="sm"
                    label={t('recipients.book')}
                    onClick={() => setPicks(true)}
                  />
                  {(['cc', 'bcc'] as const).map(
                    (other) =>
                      !isShown(other) && (
                        <Button
                          key={other}
                          kind="quiet"
                          size="sm"
                          onClick={() => {
                            setOpened({ ...opened, [other]: true })
                            goTo.focus(other)
                          }}
                        >
                          {t(other === 'cc' ? 'addCc' : 'addBcc')}
                        </Button>
                      ),
                  )}
                </span>
              )}
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
      {picks && (
        <ContactPicker
          recipients={recipients}
          onClose={() => setPicks(false)}
          onPick={(picked) => {
            setPicks(false)
            composer.change({ recipients: joined(composer.current().recipients, picked) })
            onEdited()
          }}
        />
      )}
    </div>
  )
}

/** Brings the cursor into a field that may have to be drawn first. */
function useFieldFocus(toRef: RefObject<HTMLInputElement | null>) {
  const inputs = useRef(new Map<RecipientKind, HTMLInputElement>())
  const [wanted, setWanted] = useState<{ kind: RecipientKind; then: () => void } | null>(null)
  useEffect(() => {
    if (wanted === null) return
    inputs.current.get(wanted.kind)?.focus()
    wanted.then()
  }, [wanted])
  return {
    know(kind: RecipientKind, element: HTMLInputElement | null) {
      if (element === null) inputs.current.delete(kind)
      else inputs.current.set(kind, element)
      if (kind === 'to') toRef.current = element
    },
    focus: (kind: RecipientKind, then: () => void = () => undefined) => setWanted({ kind, then }),
  }
}

function joined(before: Recipients, picked: Recipients): Recipients {
  const known = new Set(allRecipients(before).map((one) => one.address.toLowerCase()))
  const fresh = (kind: RecipientKind) =>
    addRecipients(
      before[kind],
      picked[kind].filter((one) => !known.has(one.address.toLowerCase())),
    )
  return { to: fresh('to'), cc: fresh('cc'), bcc: fresh('bcc') }
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
