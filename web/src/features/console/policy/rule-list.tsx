import type { ApprovalRule } from '@hongyan/contract/approval-fields'
import { consoleContract as api } from '@hongyan/contract/console'
import { useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Banner } from '../../../ui/banner.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { iconChevronDown, iconChevronUp, iconTrash } from '../../../ui/icons.ts'
import { iconPencil } from '../../../ui/icons-later.ts'
import { Isolated } from '../../../ui/isolated.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { ask } from '../ask.ts'
import { useSaving } from '../use-saving.ts'
import styles from './policy.module.css'
import { type NamedByRules, useRuleSentence } from './rule-sentence.ts'

export type KeptRule = ApprovalRule & { ruleId: number }

interface RuleListProps {
  rules: readonly KeptRule[]
  named: NamedByRules
  mayChange: boolean
  onEdit: (rule: KeptRule) => void
}

/** Rules in the order in which they are asked. */
export function RuleList({ rules, named, mayChange, onEdit }: RuleListProps) {
  const { t } = useTranslation('policy')
  const { error, save } = useSaving()
  const [leaving, setLeaving] = useState<KeptRule | null>(null)
  const sentence = useRuleSentence(named)
  const move = (from: number, by: number) => {
    const ruleIds = rules.map(({ ruleId }) => ruleId)
    ruleIds.splice(from + by, 0, ...ruleIds.splice(from, 1))
    save(() => ask(api.orderRules, { body: { ruleIds } }))
  }
  const remove = ({ ruleId }: KeptRule) => {
    setLeaving(null)
    save(() => ask(api.removeRule, { body: { ruleId } }))
  }
  if (rules.length === 0) return <EmptyState title={t('none')} text={t('noneText')} />
  return (
    <>
      {error && <Banner tone="danger">{error}</Banner>}
      <ol className={styles.rules} aria-label={t('tabs.rules')}>
        {rules.map((rule, index) => (
          <li key={rule.ruleId} className={styles.rule} data-off={!rule.active || undefined}>
            <span className={styles.place} aria-hidden="true">
              {index + 1}
            </span>
            <div className={styles.said}>
              <p className={styles.sentence}>{sentence(rule)}</p>
              <p className={styles.name}>
                <Isolated>{rule.name}</Isolated>
                {!rule.active && ` · ${t('off')}`}
              </p>
            </div>
            {mayChange && (
              <div className={styles.acts}>
                <Switch
                  aria-label={t('switch', { name: rule.name })}
                  checked={rule.active}
                  onChange={(event) => {
                    const active = event.target.checked
                    save(() => ask(api.switchRule, { body: { ruleId: rule.ruleId, active } }))
                  }}
                />
                <IconButton
                  size="sm"
                  icon={iconChevronUp}
                  label={t('up', { name: rule.name })}
                  disabled={index === 0}
                  onClick={() => move(index, -1)}
                />
                <IconButton
                  size="sm"
                  icon={iconChevronDown}
                  label={t('down', { name: rule.name })}
                  disabled={index === rules.length - 1}
                  onClick={() => move(index, 1)}
                />
                <IconButton
                  size="sm"
                  icon={iconPencil}
                  label={t('edit', { name: rule.name })}
                  onClick={() => onEdit(rule)}
                />
                <IconButton
                  size="sm"
                  icon={iconTrash}
                  label={t('remove', { name: rule.name })}
                  onClick={() => setLeaving(rule)}
                />
              </div>
            )}
          </li>
        ))}
      </ol>
      {leaving && (
        <ConfirmDialog
          title={t('removeTitle')}
          words={{
            close: t('console:close'),
            cancel: t('common:cancel'),
            confirm: t('removeDo'),
          }}
          danger
          onCancel={() => setLeaving(null)}
          onConfirm={() => remove(leaving)}
        >
          <p>{t('removeText', { name: leaving.name })}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
