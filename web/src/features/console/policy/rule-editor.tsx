import type { ApprovalRule } from '@hongyan/contract/approval-fields'
import { ruleActions } from '@hongyan/contract/approval-fields'
import { consoleContract as api } from '@hongyan/contract/console'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { useLeavingWords } from '../../../lib/leaving-words.ts'
import { useAttempt } from '../../../lib/use-attempt.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Select } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useLeaving } from '../../../ui/use-leaving.tsx'
import { ask } from '../ask.ts'
import type { Me } from '../console-state.ts'
import styles from './policy.module.css'
import { ContentPart, PeoplePart } from './rule-conditions.tsx'
import { type Change, formOf, type RuleForm, ruleOf } from './rule-form.ts'
import { LevelsPart } from './rule-levels.tsx'
import { type NamedByRules, useRuleSentence } from './rule-sentence.ts'
import { TryRule } from './try-rule.tsx'

interface RuleEditorProps {
  rule: ApprovalRule & { ruleId?: number }
  me: Me
  named: NamedByRules
  lists: readonly string[]
  onClose: () => void
}

/** Makes a rule or changes one; what it says is read above while it is written. */
export function RuleEditor({ rule, me, named, lists, onClose }: RuleEditorProps) {
  const { t } = useTranslation('policy')
  const queries = useQueryClient()
  const { ruleId } = rule
  const [form, setForm] = useState(() => formOf(rule))
  const [active, setActive] = useState(rule.active)
  const leaving = useLeaving({ form, active }, useLeavingWords(), onClose)
  const { busy, error, attempt } = useAttempt()
  const sentence = useRuleSentence(named)
  const change: Change = (part) => setForm({ ...form, ...part })
  const made = ruleOf(form, { active, domain: me.domains[0] ?? '' })
  const submit = async () => {
    const body = { ...made, ...(ruleId !== undefined && { ruleId }) }
    if (!(await attempt(() => ask(api.saveRule, { body })))) return
    await queries.invalidateQueries()
    toast({ kind: 'success', text: t('console:saved') })
    onClose()
  }
  return (
    <FormDialog
      title={t(ruleId === undefined ? 'editor.new' : 'editor.change')}
      words={{ close: t('console:close'), cancel: t('common:cancel'), submit: t('console:save') }}
      width={860}
      checked
      busy={busy}
      error={error}
      onClose={onClose}
      onDismiss={leaving.onDismiss}
      onSubmit={() => void submit()}
      extra={
        <Switch checked={active} onChange={(event) => setActive(event.target.checked)}>
          {t('editor.active')}
        </Switch>
      }
    >
      <div className={styles.editor}>
        <p className={styles.preview} aria-live="polite">
          {sentence(made)}
        </p>
        <div className={styles.two}>
          <TextField
            label={t('editor.name')}
            data-autofocus
            required
            maxLength={60}
            value={form.name}
            onChange={(event) => change({ name: event.target.value })}
          />
          <Select
            label={t('editor.action')}
            value={form.action}
            options={ruleActions.map((one) => ({ value: one, label: t(`actions.${one}`) }))}
            onChange={(event) => change({ action: event.target.value as RuleForm['action'] })}
          />
        </div>
        <ActionPart form={form} change={change} />
        <PeoplePart form={form} change={change} departments={named.departments} />
        <ContentPart form={form} change={change} lists={lists} labels={named.labels} />
        <TryRule rule={made} />
      </div>
      {leaving.question}
    </FormDialog>
  )
}

function ActionPart({ form, change }: { form: RuleForm; change: Change }) {
  const { t } = useTranslation('policy')
  const { action } = form
  if (action === 'approve') return <LevelsPart form={form} change={change} />
  if (action === 'copy')
    return (
      <TextArea
        label={t('editor.copyTo')}
        hint={t('editor.listHint')}
        required
        rows={2}
        value={form.copyTo}
        onChange={(event) => change({ copyTo: event.target.value })}
      />
    )
  return (
    <>
      <p className={styles.hint}>{t(`effects.${action}`)}</p>
      {action === 'watermark' && (
        <Select
          label={t('editor.unmarked')}
          value={form.unmarked}
          options={(['block', 'only-pdf', 'pass'] as const).map((one) => ({
            value: one,
            label: t(`unmarked.${one}`),
          }))}
          onChange={(event) => change({ unmarked: event.target.value as RuleForm['unmarked'] })}
        />
      )}
      <TextArea
        label={t('editor.text')}
        hint={t('editor.textHint')}
        rows={2}
        maxLength={500}
        value={form.text}
        onChange={(event) => change({ text: event.target.value })}
      />
    </>
  )
}
