import {
  type GroupRule,
  groupSenders,
  type MailGroup,
  ruleFields,
  ruleOperators,
} from '@hongyan/contract/groups'
import { useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { useLeavingWords } from '../../lib/leaving-words.ts'
import { randomKey } from '../../lib/random-key.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { iconClose, iconPlus } from '../../ui/icons.ts'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useLeaving } from '../../ui/use-leaving.tsx'
import styles from './groups.module.css'
import { type GroupBody, saveGroup } from './groups-query.ts'

type Condition = GroupRule['conditions'][number] & { key: string }

interface Form {
  name: string
  local: string
  domain: string
  description: string
  senders: MailGroup['senders']
  replyTo: MailGroup['replyTo']
  subjectPrefix: string
  match: 'none' | 'all' | 'any'
  conditions: Condition[]
  moderated: boolean
  archive: boolean
}

const newCondition = (): Condition => ({ key: randomKey(), field: 'duties', op: 'is', value: '' })

const formOf = (group: MailGroup | null, domains: string[]): Form => ({
  name: group?.name ?? '',
  local: '',
  domain: domains[0] ?? '',
  description: group?.description ?? '',
  senders: group?.senders ?? 'organisation',
  replyTo: group?.replyTo ?? 'author',
  subjectPrefix: group?.subjectPrefix ?? '',
  match: group?.rule?.match ?? 'none',
  conditions: group?.rule?.conditions.map((one) => ({
    ...one,
    key: randomKey(),
  })) ?? [newCondition()],
  moderated: group?.moderated ?? false,
  archive: group?.archive ?? false,
})

function bodyOf(form: Form, group: MailGroup | null): GroupBody {
  const { local, domain, match, conditions, ...rest } = form
  const rule =
    match === 'none'
      ? null
      : { match, conditions: conditions.map(({ field, op, value }) => ({ field, op, value })) }
  const which = group ? { groupId: group.groupId } : { address: `${local.trim()}@${domain}` }
  return { ...which, ...rest, rule }
}

interface GroupDialogProps {
  group: MailGroup | null
  domains: string[]
  /** Through which door; absent: that of the mail. */
  save?: (body: GroupBody) => Promise<void>
  onClose: () => void
}

/** A new group, or one that is changed; its address stays. */
export function GroupDialog({ group, domains, save = saveGroup, onClose }: GroupDialogProps) {
  const { t } = useTranslation('groups')
  const [form, setForm] = useState(() => formOf(group, domains))
  const leaving = useLeaving(form, useLeavingWords(), onClose)
  const { busy, error, attempt } = useAttempt()
  const change = (part: Partial<Form>) => setForm((before) => ({ ...before, ...part }))
  const onSave = async () => {
    if (!(await attempt(() => save(bodyOf(form, group))))) return
    toast({ kind: 'success', text: t('saved') })
    onClose()
  }
  return (
    <FormDialog
      title={t(group ? 'edit' : 'create')}
      words={{ close: t('common:close'), cancel: t('common:cancel'), submit: t('settings:save') }}
      width={600}
      busy={busy}
      error={error}
      onClose={onClose}
      onDismiss={leaving.onDismiss}
      onSubmit={() => void onSave()}
    >
      <TextField
        label={t('name')}
        value={form.name}
        maxLength={60}
        data-autofocus
        onChange={(event) => change({ name: event.target.value })}
      />
      {group ? (
        <TextField label={t('address')} value={group.address} readOnly />
      ) : (
        <AddressField form={form} domains={domains} change={change} />
      )}
      <TextField
        label={t('description')}
        value={form.description}
        maxLength={300}
        onChange={(event) => change({ description: event.target.value })}
      />
      <Ways form={form} change={change} />
      <RuleFields form={form} change={change} />
      {leaving.question}
    </FormDialog>
  )
}

interface PartProps {
  form: Form
  change: (part: Partial<Form>) => void
}

function AddressField({ form, domains, change }: PartProps & { domains: string[] }) {
  const { t } = useTranslation('groups')
  return (
    <div className={styles.address}>
      <TextField
        label={t('address')}
        value={form.local}
        maxLength={64}
        autoCapitalize="off"
        spellCheck={false}
        onChange={(event) => change({ local: event.target.value })}
      />
      <Select
        label={t('domain')}
        value={form.domain}
        onChange={(event) => change({ domain: event.target.value })}
        options={domains.map((domain) => ({ value: domain, label: `@${domain}` }))}
      />
    </div>
  )
}

/** Who may send, where answers go, what stands in front of subjects. */
function Ways({ form, change }: PartProps) {
  const { t } = useTranslation('groups')
  return (
    <>
      <div className={styles.pair}>
        <Select
          label={t('senders')}
          value={form.senders}
          onChange={(event) => {
            const next = groupSenders.find((one) => one === event.target.value)
            if (next) change({ senders: next })
          }}
          options={groupSenders.map((one) => ({ value: one, label: t(`sender.${one}`) }))}
        />
        <Select
          label={t('replyTo')}
          value={form.replyTo}
          onChange={(event) =>
            change({ replyTo: event.target.value === 'group' ? 'group' : 'author' })
          }
          options={[
            { value: 'author', label: t('reply.author') },
            { value: 'group', label: t('reply.group') },
          ]}
        />
      </div>
      <TextField
        label={t('prefix')}
        hint={t('prefixHint')}
        value={form.subjectPrefix}
        maxLength={30}
        onChange={(event) => change({ subjectPrefix: event.target.value })}
      />
      <Checkbox
        checked={form.moderated}
        onChange={(event) => change({ moderated: event.target.checked })}
      >
        {t('moderated')}
      </Checkbox>
      <Checkbox
        checked={form.archive}
        onChange={(event) => change({ archive: event.target.checked })}
      >
        {t('keeps')}
      </Checkbox>
    </>
  )
}

/** Members by what the directory says of them. */
function RuleFields({ form, change }: PartProps) {
  const { t } = useTranslation('groups')
  const { match, conditions } = form
  const set = (next: Condition[]) => change({ conditions: next })
  return (
    <fieldset className={styles.part}>
      <legend className={styles.legend}>{t('rule')}</legend>
      <Select
        label={t('rule')}
        hideLabel
        value={match}
        onChange={(event) => {
          const next = (['none', 'all', 'any'] as const).find((one) => one === event.target.value)
          if (next) change({ match: next })
        }}
        options={[
          { value: 'none', label: t('ruleNone') },
          { value: 'all', label: t('match.all') },
          { value: 'any', label: t('match.any') },
        ]}
      />
      {match !== 'none' &&
        conditions.map((condition, index) => (
          <ConditionRow
            key={condition.key}
            condition={condition}
            onChange={(next) => set(conditions.with(index, next))}
            onRemove={conditions.length > 1 ? () => set(conditions.toSpliced(index, 1)) : undefined}
          />
        ))}
      {match !== 'none' && (
        <Button
          kind="quiet"
          size="sm"
          icon={iconPlus}
          className={styles.add}
          disabled={conditions.length >= 10}
          onClick={() => set([...conditions, newCondition()])}
        >
          {t('addCondition')}
        </Button>
      )}
    </fieldset>
  )
}

interface ConditionRowProps {
  condition: Condition
  onChange: (next: Condition) => void
  onRemove: (() => void) | undefined
}

function ConditionRow({ condition, onChange, onRemove }: ConditionRowProps) {
  const { t } = useTranslation('groups')
  return (
    <div className={styles.condition}>
      <Select
        label={t('fieldLabel')}
        hideLabel
        value={condition.field}
        onChange={(event) => {
          const field = ruleFields.find((one) => one === event.target.value)
          if (field) onChange({ ...condition, field })
        }}
        options={ruleFields.map((one) => ({ value: one, label: t(`field.${one}`) }))}
      />
      <Select
        label={t('opLabel')}
        hideLabel
        value={condition.op}
        onChange={(event) => {
          const op = ruleOperators.find((one) => one === event.target.value)
          if (op) onChange({ ...condition, op })
        }}
        options={ruleOperators.map((one) => ({ value: one, label: t(`op.${one}`) }))}
      />
      <TextField
        label={t('valueLabel')}
        hideLabel
        value={condition.value}
        maxLength={100}
        onChange={(event) => onChange({ ...condition, value: event.target.value })}
      />
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
