import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../lib/i18n.ts'
import { useSettings } from '../../lib/me.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { titleOf, useFolders } from '../folders/folders.public.ts'
import type { RulePartProps } from './rule-form.ts'
import styles from './rules.module.css'
import { ruleLabelsQuery } from './rules-query.ts'

/** What a rule does. Rejecting stands alone: what is not taken cannot be sorted. */
export function RuleActions({ form, change }: RulePartProps) {
  const { t } = useTranslation('rules')
  const allowed = useSettings()?.autoForwardEnable === 1
  const off = form.reject
  return (
    <fieldset className={styles.part}>
      <legend className={styles.legend}>{t('then')}</legend>
      <MoveTo form={form} change={change} />
      <Labels form={form} change={change} />
      <Checkbox
        checked={form.star && !off}
        disabled={off}
        onChange={(event) => change({ star: event.target.checked })}
      >
        {t('star')}
      </Checkbox>
      <Checkbox
        checked={form.markRead && !off}
        disabled={off}
        onChange={(event) => change({ markRead: event.target.checked })}
      >
        {t('markRead')}
      </Checkbox>
      {(allowed || form.forward) && <ForwardTo form={form} change={change} />}
      <Checkbox
        checked={form.reject}
        onChange={(event) => change({ reject: event.target.checked })}
      >
        {t('reject')}
      </Checkbox>
      {off && <p className={styles.note}>{t('rejectHint')}</p>}
    </fieldset>
  )
}

function MoveTo({ form, change }: RulePartProps) {
  const { t } = useTranslation('rules')
  const { system, own } = useFolders()
  const targets = [...own, ...system.filter(({ role }) => role !== 'drafts' && role !== 'sent')]
  const on = form.move && !form.reject
  const gone = form.moveTo !== null && !targets.some((one) => one.folderId === form.moveTo)
  return (
    <div className={styles.action}>
      <Checkbox
        checked={on}
        disabled={form.reject}
        onChange={(event) => change({ move: event.target.checked })}
      >
        {t('moveTo')}
      </Checkbox>
      {on && (
        <Select
          label={t('folder')}
          hideLabel
          className={styles.grow}
          value={String(form.moveTo ?? '')}
          onChange={(event) => change({ moveTo: Number(event.target.value) || null })}
          options={[
            { value: '', label: t('chooseFolder'), disabled: true },
            ...(gone ? [{ value: String(form.moveTo), label: t('folderGone') }] : []),
            ...targets.map((folder) => ({
              value: String(folder.folderId),
              label: titleOf(folder, t),
            })),
          ]}
        />
      )}
    </div>
  )
}

function Labels({ form, change }: RulePartProps) {
  const { t } = useTranslation('rules')
  const { data = [] } = useQuery(ruleLabelsQuery)
  if (data.length === 0) return null
  const on = form.label && !form.reject
  const toggle = (id: number, chosen: boolean) =>
    change({
      labelIds: chosen ? [...form.labelIds, id] : form.labelIds.filter((one) => one !== id),
    })
  return (
    <>
      <Checkbox
        checked={on}
        disabled={form.reject}
        onChange={(event) => change({ label: event.target.checked })}
      >
        {t('label')}
      </Checkbox>
      {on && (
        <div className={styles.choices}>
          {data.map(({ labelId, labelName }) => (
            <Checkbox
              key={labelId}
              checked={form.labelIds.includes(labelId)}
              onChange={(event) => toggle(labelId, event.target.checked)}
            >
              {labelName}
            </Checkbox>
          ))}
        </div>
      )}
    </>
  )
}

function ForwardTo({ form, change }: RulePartProps) {
  const { t } = useTranslation('rules')
  const on = form.forward && !form.reject
  return (
    <>
      <Checkbox
        checked={on}
        disabled={form.reject}
        onChange={(event) => change({ forward: event.target.checked })}
      >
        {t('forwardTo')}
      </Checkbox>
      {on && (
        <TextArea
          label={t('addresses')}
          hideLabel
          rows={2}
          className={styles.inset ?? ''}
          placeholder="name@example.com"
          hint={t('addressesHint')}
          value={form.forwardTo}
          onChange={(event) => change({ forwardTo: event.target.value })}
        />
      )}
    </>
  )
}
