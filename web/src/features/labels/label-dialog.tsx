import type { Label } from '@hongyan/contract/labels'
import { limits } from '@hongyan/contract/limits'
import { nameProblem, tidyName } from '@hongyan/contract/names'
import { useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { madeKey } from '../../lib/text-keys.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CountedField } from '../../ui/counted-field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { createLabel, deleteLabel, updateLabel } from './label-actions.ts'
import { LabelDot } from './label-chip.tsx'
import styles from './label-dialog.module.css'
import { useLabels } from './labels-query.ts'

interface LabelDialogProps {
  /** Null: a new one. */
  label: Label | null
  /** Of a new one, as it was typed elsewhere. */
  name?: string | undefined
  onSaved?: ((labelId: number) => void) | undefined
  onClose: () => void
}

/** Name and colour of a label. A refused name stays, with the reason under it (LABELS-04). */
export function LabelDialog({ label, name: typed = '', onSaved, onClose }: LabelDialogProps) {
  const { t } = useTranslation('labels')
  const count = useLabels().length
  const [name, setName] = useState(label?.labelName ?? typed)
  const [color, setColor] = useState(label?.color ?? count % limits.labelColors)
  const { busy, error, attempt, setError } = useAttempt()
  const onSubmit = () => {
    // A name that a program gave may be longer than one that is typed here: it stays where only the colour changes.
    const problem = label?.labelName === tidyName(name) ? null : nameProblem(name)
    if (problem !== null) return setError(t(`name.${problem}`))
    void attempt(async () => {
      const labelId = await saveLabel(label, { name, color })
      onClose()
      onSaved?.(labelId)
    })
  }
  return (
    <FormDialog
      title={t(label ? 'edit' : 'create')}
      words={{ close: t('common:close'), cancel: t('common:cancel'), submit: t('common:ok') }}
      width={380}
      busy={busy}
      onClose={onClose}
      onSubmit={onSubmit}
    >
      <CountedField
        label={t('labelName')}
        data-autofocus
        maxLength={255}
        value={name}
        count={[...tidyName(name)].length}
        limit={limits.itemName}
        error={error}
        onChange={(event) => {
          setName(event.target.value)
          setError(null)
        }}
      />
      <ColorChoice value={color} onChange={setColor} />
    </FormDialog>
  )
}

async function saveLabel(
  label: Label | null,
  { name, color }: { name: string; color: number },
): Promise<number> {
  if (!label) return createLabel(name, color)
  const isRenamed = tidyName(name) !== label.labelName
  await updateLabel(label, { color, ...(isRenamed ? { labelName: name } : {}) })
  return label.labelId
}

function ColorChoice({ value, onChange }: { value: number; onChange: (color: number) => void }) {
  const { t } = useTranslation('labels')
  return (
    <fieldset className={styles.colors}>
      <legend className={styles.legend}>{t('color')}</legend>
      {Array.from({ length: limits.labelColors }, (_, color) => (
        <label
          key={t(madeKey(`colors.${color}`))}
          className={styles.colorChoice}
          title={t(madeKey(`colors.${color}`))}
        >
          <input
            type="radio"
            name="color"
            className="visually-hidden"
            aria-label={t(madeKey(`colors.${color}`))}
            checked={color === value}
            onChange={() => onChange(color)}
          />
          <LabelDot color={color} />
        </label>
      ))}
    </fieldset>
  )
}

/** Asks before a label goes from all its mails; the mails stay. */
export function DeleteLabelDialog({ label, onClose }: { label: Label; onClose: () => void }) {
  const { t } = useTranslation('labels')
  const { busy, error, attempt } = useAttempt()
  const confirm = () =>
    void attempt(async () => {
      await deleteLabel(label)
      onClose()
    })
  return (
    <ConfirmDialog
      title={t('delete')}
      words={{
        close: t('common:close'),
        cancel: t('common:cancel'),
        confirm: t('delete'),
      }}
      danger
      busy={busy}
      error={error}
      width={400}
      onCancel={onClose}
      onConfirm={confirm}
    >
      {label.mail === 0
        ? t('deleteUnusedText', { name: label.labelName })
        : t('deleteText', { name: label.labelName, count: label.mail })}
    </ConfirmDialog>
  )
}
