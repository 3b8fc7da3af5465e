import { limits } from '@hongyan/contract/limits'
import { useTranslation } from '../../../lib/i18n.ts'
import { madeKey } from '../../../lib/text-keys.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { iconChevronDown, iconChevronUp, iconTrash } from '../../../ui/icons.ts'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { EditedLabel } from './edited-label.ts'
import styles from './policy.module.css'

interface SensitivityLabelRowProps {
  label: EditedLabel
  /** Its place, counted from 1. */
  number: number
  isLast: boolean
  onChange: (part: Partial<EditedLabel>) => void
  onMove: (by: number) => void
  onRemove: () => void
}

/** One label: its names, its colour, and what other programs are told of it. */
export function SensitivityLabelRow(props: SensitivityLabelRowProps) {
  const { label, number, isLast, onChange, onMove, onRemove } = props
  const { t, language } = useTranslation('policy')
  const name = label[language === 'en' ? 'en' : 'zh'] || String(number)
  return (
    <li className={styles.label}>
      <span className={styles.place} aria-hidden="true">
        {number}
      </span>
      <div className={styles.labelFields}>
        <TextField
          label={t('sensitivity.zh')}
          required
          maxLength={limits.sensitivityName}
          value={label.zh}
          onChange={(event) => onChange({ zh: event.target.value })}
        />
        <TextField
          label={t('sensitivity.en')}
          required
          maxLength={limits.sensitivityName}
          value={label.en}
          onChange={(event) => onChange({ en: event.target.value })}
        />
        <Select
          label={t('sensitivity.color')}
          value={String(label.color)}
          options={Array.from({ length: limits.labelColors }, (_, color) => ({
            value: String(color),
            label: t(madeKey(`labels:colors.${color}`)),
          }))}
          onChange={(event) => onChange({ color: Number(event.target.value) })}
        />
      </div>
      <div className={styles.labelMarks}>
        <Checkbox
          checked={label.isDefault}
          onChange={(event) => onChange({ isDefault: event.target.checked })}
        >
          {t('sensitivity.isDefault')}
        </Checkbox>
        <Checkbox
          checked={label.confidential}
          onChange={(event) => onChange({ confidential: event.target.checked })}
        >
          {t('sensitivity.confidential')}
        </Checkbox>
        {label.key !== '' && (
          <span className={styles.about}>{t('sensitivity.key', { key: label.key })}</span>
        )}
      </div>
      <div className={styles.acts}>
        <IconButton
          size="sm"
          icon={iconChevronUp}
          label={t('up', { name })}
          disabled={number === 1}
          onClick={() => onMove(-1)}
        />
        <IconButton
          size="sm"
          icon={iconChevronDown}
          label={t('down', { name })}
          disabled={isLast}
          onClick={() => onMove(1)}
        />
        <IconButton size="sm" icon={iconTrash} label={t('remove', { name })} onClick={onRemove} />
      </div>
    </li>
  )
}
