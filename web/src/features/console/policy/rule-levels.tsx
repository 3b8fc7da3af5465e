import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { iconPlus, iconTrash } from '../../../ui/icons.ts'
import { Select } from '../../../ui/select.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from './policy.module.css'
import { type Change, type LevelForm, newLevel, type RuleForm } from './rule-form.ts'

const needs = ['any', 'all'] as const
const afters = ['remind', 'pass-up', 'approve', 'reject'] as const
const mostLevels = 9

/** Who approves, one level after the other. */
export function LevelsPart({ form, change }: { form: RuleForm; change: Change }) {
  const { t } = useTranslation('policy')
  const { levels } = form
  const put = (index: number, part: Partial<LevelForm>) =>
    change({ levels: levels.map((one, at) => (at === index ? { ...one, ...part } : one)) })
  return (
    <>
      <p className={styles.hint}>{t('effects.approve')}</p>
      {levels.map((level, index) => (
        <fieldset key={level.key} className={styles.level}>
          <legend>{t('levels.title', { number: index + 1 })}</legend>
          <Level
            level={level}
            onChange={(part) => put(index, part)}
            {...(levels.length > 1 && {
              onRemove: () => change({ levels: levels.filter((_, at) => at !== index) }),
            })}
          />
        </fieldset>
      ))}
      <div className={styles.inline}>
        <Button
          size="sm"
          icon={iconPlus}
          disabled={levels.length >= mostLevels}
          onClick={() => change({ levels: [...levels, newLevel()] })}
        >
          {t('levels.add')}
        </Button>
        <Checkbox
          checked={form.choose}
          onChange={(event) => change({ choose: event.target.checked })}
        >
          {t('levels.choose')}
        </Checkbox>
      </div>
    </>
  )
}

interface LevelProps {
  level: LevelForm
  onChange: (part: Partial<LevelForm>) => void
  onRemove?: () => void
}

function Level({ level, onChange, onRemove }: LevelProps) {
  const { t } = useTranslation('policy')
  return (
    <>
      <div className={styles.two}>
        <div className={styles.stack}>
          <Checkbox
            checked={level.head}
            onChange={(event) => onChange({ head: event.target.checked })}
          >
            {t('levels.head')}
          </Checkbox>
          <TextArea
            label={t('levels.approvers')}
            hint={t('editor.listHint')}
            required={!level.head}
            rows={2}
            value={level.approvers}
            onChange={(event) => onChange({ approvers: event.target.value })}
          />
        </div>
        <div className={styles.stack}>
          <Select
            label={t('levels.needs')}
            value={level.needs}
            options={needs.map((one) => ({ value: one, label: t(`needs.${one}`) }))}
            onChange={(event) => onChange({ needs: event.target.value as LevelForm['needs'] })}
          />
          <div className={styles.two}>
            <TextField
              label={t('levels.hours')}
              type="number"
              min={1}
              max={2000}
              value={level.hours}
              onChange={(event) => onChange({ hours: event.target.value })}
            />
            <Select
              label={t('levels.after')}
              value={level.after}
              disabled={level.hours === ''}
              options={afters.map((one) => ({ value: one, label: t(`after.${one}`) }))}
              onChange={(event) => onChange({ after: event.target.value as LevelForm['after'] })}
            />
          </div>
        </div>
      </div>
      {onRemove && (
        <IconButton size="sm" icon={iconTrash} label={t('levels.remove')} onClick={onRemove} />
      )}
    </>
  )
}
