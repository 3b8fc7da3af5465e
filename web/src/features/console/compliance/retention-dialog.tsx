import { consoleContract as api } from '@hongyan/contract/console'
import type { RetentionRule } from '@hongyan/contract/console-retention'
import { type RetentionKind, retentionKinds } from '@hongyan/contract/retention-fields'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { useLeavingWords } from '../../../lib/leaving-words.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useLeaving } from '../../../ui/use-leaving.tsx'
import { ask } from '../ask.ts'
import styles from '../console.module.css'
import { useSaving } from '../use-saving.ts'
import { type Named, NamePicker } from './name-picker.tsx'
import own from './retention.module.css'

interface DialogProps {
  /** Null: a new one. */
  rule: RetentionRule | null
  onClose: () => void
}

/** A rule: whose mail goes, from where, after how many days, and what stays. */
export function RetentionDialog({ rule, onClose }: DialogProps) {
  const { t } = useTranslation('console-retention')
  const [form, setForm] = useState(() => formOf(rule))
  const leaving = useLeaving(form, useLeavingWords(), onClose)
  const { error, save } = useSaving()
  const set = (over: Partial<Form>) => setForm({ ...form, ...over })
  const { name, everybody, named, kinds, days, keepStarred, keepLabel } = form
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save(async () => {
      await ask(api.saveRetention, { body: bodyOf(rule, form) })
      onClose()
    })
  }
  return (
    <Dialog
      title={rule ? t('changeTitle') : t('add')}
      closeLabel={t('console:close')}
      width={680}
      onClose={leaving.onDismiss}
    >
      <form className={styles.form} onSubmit={submit}>
        {error && <Banner tone="danger">{error}</Banner>}
        <div className={styles.grid}>
          <TextField
            label={t('name')}
            data-autofocus
            maxLength={100}
            value={name}
            onChange={(event) => set({ name: event.target.value })}
          />
          <Select
            label={t('whom')}
            value={everybody ? 'all' : 'some'}
            options={[
              { value: 'all', label: t('everybody') },
              { value: 'some', label: t('some') },
            ]}
            onChange={(event) => set({ everybody: event.target.value === 'all' })}
          />
        </div>
        {!everybody && <NamePicker named={named} onChange={(next) => set({ named: next })} />}
        <KindsField kinds={kinds} onChange={(next) => set({ kinds: next })} />
        <div className={styles.grid}>
          <TextField
            label={t('days')}
            type="number"
            min={1}
            max={10_000}
            value={days}
            onChange={(event) => set({ days: event.target.value })}
          />
          <TextField
            label={t('keepLabel')}
            maxLength={100}
            value={keepLabel}
            onChange={(event) => set({ keepLabel: event.target.value })}
          />
        </div>
        <Checkbox
          checked={keepStarred}
          onChange={(event) => set({ keepStarred: event.target.checked })}
        >
          {t('keepStarred')}
        </Checkbox>
        <p className={styles.note}>{t('daysText')}</p>
        <div className={styles.actions}>
          <Button type="submit" kind="primary" disabled={!isWhole(form)}>
            {t('save')}
          </Button>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
        </div>
      </form>
      {leaving.question}
    </Dialog>
  )
}

interface KindsProps {
  kinds: readonly RetentionKind[]
  onChange: (kinds: RetentionKind[]) => void
}

function KindsField({ kinds, onChange }: KindsProps) {
  const { t } = useTranslation('console-retention')
  return (
    <fieldset className={own.kinds}>
      <legend>{t('where')}</legend>
      <div>
        {retentionKinds.map((kind) => (
          <Checkbox
            key={kind}
            checked={kinds.includes(kind)}
            onChange={(event) =>
              onChange(
                retentionKinds.filter((one) =>
                  one === kind ? event.target.checked : kinds.includes(one),
                ),
              )
            }
          >
            {t(`kinds.${kind}`)}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}

type Form = ReturnType<typeof formOf>

const formOf = (rule: RetentionRule | null) => ({
  name: rule?.name ?? '',
  everybody: rule?.everybody ?? true,
  named: rule ? namedOf(rule) : ([] as readonly Named[]),
  kinds: rule?.kinds ?? ([...retentionKinds] as RetentionKind[]),
  days: String(rule?.days ?? 365),
  keepStarred: rule?.keepStarred ?? true,
  keepLabel: rule?.keepLabel ?? '',
})

const namedOf = ({ people, departments }: RetentionRule): readonly Named[] => [
  ...people.map(({ accountId, name, address }) => ({
    kind: 'person' as const,
    id: accountId,
    label: `${name} ${address}`,
  })),
  ...departments.map(({ id, name }) => ({ kind: 'department' as const, id, label: name })),
]

const isWhole = ({ name, everybody, named, kinds, days }: Form): boolean =>
  name.trim() !== '' &&
  (everybody || named.length > 0) &&
  kinds.length > 0 &&
  Number.isInteger(Number(days)) &&
  Number(days) >= 1

function bodyOf(rule: RetentionRule | null, { named, days, ...form }: Form) {
  const idsOf = (kind: Named['kind']) =>
    form.everybody ? [] : named.filter((one) => one.kind === kind).map(({ id }) => id)
  return {
    ...form,
    ...(rule && { id: rule.id }),
    name: form.name.trim(),
    keepLabel: form.keepLabel.trim(),
    accountIds: idsOf('person'),
    departmentIds: idsOf('department'),
    days: Number(days),
  }
}
