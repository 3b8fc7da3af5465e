import { useTranslation } from '../../../lib/i18n.ts'
import { Chip } from '../../../ui/chip.tsx'
import { Isolated } from '../../../ui/isolated.tsx'
import styles from './recipients.module.css'
import { isOutside, type Recipient } from './recipients.ts'

/** Type of a dragged chip; its data is the chip's key. */
export const chipType = 'application/x-hongyan-recipient'

interface RecipientChipProps {
  recipient: Recipient
  ownDomains: string[]
  /** Its place among the chips and the input. */
  order: number
  isMarked: boolean
  onMark: () => void
  onEdit: () => void
  onRemove: () => void
}

export function RecipientChip(props: RecipientChipProps) {
  const { recipient, ownDomains, order, isMarked, onMark, onEdit, onRemove } = props
  const { t } = useTranslation('compose')
  const { name, address, valid } = recipient
  const shown = name === '' ? address : name
  const outside = isOutside(recipient, ownDomains)
  const remark = valid ? (outside ? t('recipients.outside') : '') : t('recipients.invalid')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field's input does the same by keyboard
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <span
      className={isMarked ? styles.markedChip : styles.chip}
      style={{ order }}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(chipType, recipient.key)
        event.dataTransfer.effectAllowed = 'move'
      }}
      onMouseDown={(event) => {
        // The input keeps the focus, otherwise it would turn half a word into a chip.
        if (event.detail > 1) event.preventDefault()
      }}
      onClick={onMark}
      onDoubleClick={onEdit}
    >
      <Chip
        tone={valid ? (outside ? 'warn' : 'neutral') : 'danger'}
        title={[name === '' ? '' : `${name} <${address}>`, remark].filter(Boolean).join(' · ')}
        onRemove={onRemove}
        removeLabel={t('recipients.remove', { name: shown })}
      >
        <Isolated>{shown}</Isolated>
        {/* A name says nothing about where the mail goes: the domain does (T28). */}
        {outside && name !== '' && (
          <span className={styles.domain}>
            <Isolated>{address.slice(address.lastIndexOf('@'))}</Isolated>
          </span>
        )}
        {remark !== '' && <span className="visually-hidden">{remark}</span>}
      </Chip>
    </span>
  )
}
