import { useId } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { useTimeFormat } from '../../lib/use-time-format.ts'
import { ChoiceGroup, Radio } from '../../ui/choice-group.tsx'
import { DateTimeField } from '../../ui/date-time-field.tsx'
import { Refusal } from '../../ui/refusal.tsx'
import styles from './migration.module.css'
import type { Doing } from './use-doing.ts'

export interface RangeForm {
  /** Nothing is chosen for anybody (MIGRATION-08). */
  range: 'all' | 'time' | null
  since: string
  until: string
}

interface RangeFieldsProps {
  value: RangeForm
  doing: Pick<Doing, 'wrong' | 'refs'>
  onChange: (next: RangeForm) => void
}

/** Which mail: all, or that of some days. */
export function RangeFields({ value, doing, onChange }: RangeFieldsProps) {
  const error = doing.wrong.range
  const { t } = useTranslation('migration')
  const id = useId()
  const format = useTimeFormat()
  return (
    <ChoiceGroup title={t('range.title')} describedBy={error ? id : undefined}>
      {(['all', 'time'] as const).map((one, at) => (
        <Radio
          key={one}
          ref={at === 0 ? doing.refs.range : undefined}
          name="range"
          checked={value.range === one}
          onChange={() => onChange({ ...value, range: one })}
        >
          {t(`range.${one}`)}
        </Radio>
      ))}
      {value.range === 'time' && (
        <div className={styles.days}>
          <div className={styles.pair}>
            {(['since', 'until'] as const).map((side) => (
              <DateTimeField
                key={side}
                days
                format={format}
                label={t(`range.${side}`)}
                value={value[side]}
                onChange={(day) => onChange({ ...value, [side]: day })}
              />
            ))}
          </div>
          <p className={styles.hint}>{t('range.hint')}</p>
        </div>
      )}
      {error && (
        <div id={id} className={styles.wrong}>
          <Refusal>{error}</Refusal>
        </div>
      )}
    </ChoiceGroup>
  )
}
