import type { Rule } from '@hongyan/contract/rules'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { attempt } from '../../lib/trouble.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { iconPlus } from '../../ui/icons.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Page } from '../settings/form.public.tsx'
import { RuleCard } from './rule-card.tsx'
import { RuleDialog } from './rule-dialog.tsx'
import { emptyForm, formOf, type RuleForm } from './rule-form.ts'
import styles from './rules.module.css'
import { removeAllRules, removeRule, rulesQuery } from './rules-query.ts'
import { RunPanel } from './run-panel.tsx'

/** /set/mailclassification (R51). */
export function RulesPage() {
  const { t } = useTranslation('rules')
  const { data, error, refetch } = useQuery(rulesQuery)
  const [editing, setEditing] = useState<RuleForm | null>(null)
  const [removing, setRemoving] = useState<Rule | 'all' | null>(null)
  const add = (
    <Button kind="primary" icon={iconPlus} onClick={() => setEditing(emptyForm())}>
      {t('newRule')}
    </Button>
  )
  const actions = (
    <>
      {add}
      <Button onClick={() => setRemoving('all')}>{t('removeAll')}</Button>
    </>
  )
  return (
    <Page
      title={t('title')}
      text={t('text')}
      actions={data && data.length > 0 ? actions : undefined}
    >
      {data && data.length > 0 && <RunPanel rules={data} />}
      {error && !data && (
        <EmptyState
          title={error.message}
          action={<Button onClick={() => void refetch()}>{t('common:retry')}</Button>}
        />
      )}
      {!data && !error && <Skeleton height={72} />}
      {data?.length === 0 && <EmptyState title={t('none')} text={t('noneText')} action={add} />}
      {data && data.length > 0 && (
        <ol className={styles.list}>
          {data.map((rule, index) => (
            <RuleCard
              key={rule.classifyId}
              rule={rule}
              index={index}
              count={data.length}
              onEdit={() => setEditing(formOf(rule))}
              onRemove={() => setRemoving(rule)}
            />
          ))}
        </ol>
      )}
      {editing && <RuleDialog start={editing} onClose={() => setEditing(null)} />}
      {removing && <RemoveQuestion rule={removing} onClose={() => setRemoving(null)} />}
    </Page>
  )
}

function RemoveQuestion({ rule, onClose }: { rule: Rule | 'all'; onClose: () => void }) {
  const { t } = useTranslation('rules')
  return (
    <ConfirmDialog
      title={rule === 'all' ? t('removeAllTitle') : t('removeTitle')}
      words={{
        close: t('common:close'),
        cancel: t('common:cancel'),
        confirm: rule === 'all' ? t('removeAll') : t('remove'),
      }}
      danger
      onCancel={onClose}
      onConfirm={() => {
        onClose()
        void attempt(() => (rule === 'all' ? removeAllRules() : removeRule(rule)))
      }}
    >
      {rule === 'all' ? t('removeAllText') : t('removeText', { name: rule.name })}
    </ConfirmDialog>
  )
}
