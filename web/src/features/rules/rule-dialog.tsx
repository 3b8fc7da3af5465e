import { limits } from '@hongyan/contract/limits'
import { ruleFields } from '@hongyan/contract/rules'
import { useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { useLeavingWords } from '../../lib/leaving-words.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { iconClose, iconPlus } from '../../ui/icons.ts'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useLeaving } from '../../ui/use-leaving.tsx'
import { RuleActions } from './rule-actions.tsx'
import {
  bodyOf,
  type FormCondition,
  needsValue,
  newCondition,
  operatorsOf,
  type RuleForm,
  type RulePartProps,
  withField,
} from './rule-form.ts'
import styles from './rules.module.css'
import { saveRule } from './rules-query.ts'

interface RuleDialogProps {
  start: RuleForm
  onClose: () => void
}

/** One rule: when, then. An error of the server stands in the dialog, with everything that was typed. */
export function RuleDialog({ start, onClose }: RuleDialogProps) {
  const { t } = useTranslation('rules')
  const [form, setForm] = useState(start)
  const leaving = useLeaving(form, useLeavingWords(), onClose)
  const { busy, error, attempt } = useAttempt()
  const change = (part: Partial<RuleForm>) => setForm((before) => ({ ...before, ...part }))
  const onSave = async () => {
    if (!(await attempt(() => saveRule(bodyOf(form))))) return
    toast({ kind: 'success', text: t('saved') })
    onClose()
  }
  return (
    <FormDialog
      title={t(form.classifyId === undefined ? 'newRule' : 'editRule')}
      words={{ close: t('common:close'), cancel: t('common:cancel'), submit: t('settings:save') }}
      width={680}
      busy={busy}
      error={error}
      onClose={onClose}
      onDismiss={leaving.onDismiss}
      onSubmit={() => void onSave()}
    >
      <TextField
        label={t('name')}
        value={form.name}
        maxLength={limits.ruleName}
        data-autofocus
        onChange={(event) => change({ name: event.target.value })}
      />
      <Conditions form={form} change={change} />
      <RuleActions form={form} change={change} />
      {leaving.question}
    </FormDialog>
  )
}

function Conditions({ form, change }: RulePartProps) {
  const { t } = useTranslation('rules')
  const { conditions, match } = form
  const set = (next: FormCondition[]) => change({ conditions: next })
  return (
    <fieldset className={styles.part}>
      <legend className={styles.legend}>{t('when')}</legend>
      <Select
        label={t('matchLabel')}
        hideLabel
        className={styles.match}
        value={match}
        onChange={(event) => change({ match: event.target.value === 'any' ? 'any' : 'all' })}
        options={[
          { value: 'all', label: t('matchAll') },
          { value: 'any', label: t('matchAny') },
        ]}
      />
      {conditions.map((condition, index) => (
        <Condition
          key={condition.key}
          condition={condition}
          onChange={(next) => set(conditions.with(index, next))}
          onRemove={conditions.length > 1 ? () => set(conditions.toSpliced(index, 1)) : undefined}
        />
      ))}
      <Button
        kind="quiet"
        size="sm"
        icon={iconPlus}
        className={styles.add}
        disabled={conditions.length >= limits.ruleConditions}
        onClick={() => set([...conditions, newCondition({ field: 'subject' })])}
      >
        {t('addCondition')}
      </Button>
    </fieldset>
  )
}

interface ConditionProps {
  condition: FormCondition
  onChange: (next: FormCondition) => void
  onRemove: (() => void) | undefined
}

function Condition({ condition, onChange, onRemove }: ConditionProps) {
  const { t } = useTranslation('rules')
  const { field, operator, value } = condition
  const size = field === 'size'
  return (
    <div className={styles.condition}>
      <Select
        label={t('fieldLabel')}
        hideLabel
        value={field}
        onChange={(event) => {
          const next = ruleFields.find((one) => one === event.target.value)
          if (next) onChange(withField(condition, next))
        }}
        options={ruleFields.map((one) => ({ value: one, label: t(`field.${one}`) }))}
      />
      <Select
        label={t('operatorLabel')}
        hideLabel
        value={operator}
        onChange={(event) => {
          const next = operatorsOf(field).find((one) => one === event.target.value)
          if (next) onChange({ ...condition, operator: next })
        }}
        options={operatorsOf(field).map((one) => ({ value: one, label: t(`operator.${one}`) }))}
      />
      {needsValue(condition) ? (
        <TextField
          label={t('valueLabel')}
          hideLabel
          value={value}
          maxLength={limits.ruleText}
          inputMode={size ? 'decimal' : 'text'}
          end={size ? <span className={styles.unit}>KB</span> : undefined}
          onChange={(event) => onChange({ ...condition, value: event.target.value })}
        />
      ) : (
        <span />
      )}
      <IconButton
        icon={iconClose}
        label={t('removeCondition')}
        size="sm"
        disabled={!onRemove}
        onClick={onRemove}
      />
    </div>
  )
}
