import { consoleContract as api } from '@hongyan/contract/console'
import type { RetentionRule } from '@hongyan/contract/console-retention'
import { useState } from 'react'
import { fullTime } from '../../../lib/dates.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ask } from '../ask.ts'
import { type Me, useDates } from '../console-state.ts'
import { useAsked } from '../use-asked.ts'
import { useQuestion } from '../use-question.tsx'
import { useSaving } from '../use-saving.ts'
import own from './compliance.module.css'
import { RetentionDialog } from './retention-dialog.tsx'
import { RetentionRules } from './retention-rules.tsx'
import { RetentionRuns } from './retention-runs.tsx'
import { useFound } from './use-found.ts'

const everyMs = 1_000

/** Rules by which old mail is deleted, their dry runs, and what the nights deleted. */
export function RetentionTab({ me }: { me: Me }) {
  const { t } = useTranslation('console-retention')
  const [edited, setEdited] = useState<RetentionRule | 'new' | null>(null)
  const { data, error } = useAsked(api.retentionRules, {}, (last) =>
    last?.list.some(({ trial }) => trial?.endedAt === null) ? everyMs : false,
  )
  const manages = (api.saveRetention.may as readonly string[]).includes(me.role)
  const { acts, trouble, dialog } = useActs(data?.firstNight ?? '')
  const list = data?.list ?? []
  return (
    <>
      <p className={own.about}>{t('text')}</p>
      <p className={own.about}>{t('nearest')}</p>
      <p className={own.about}>{t('never')}</p>
      {manages && (
        <div className={own.acts}>
          <Button kind="primary" onClick={() => setEdited('new')}>
            {t('add')}
          </Button>
        </div>
      )}
      {error && <Banner tone="danger">{error.message}</Banner>}
      {trouble && <Banner tone="danger">{trouble}</Banner>}
      {data && list.length === 0 && <EmptyState title={t('none')} />}
      {list.length > 0 && (
        <RetentionRules list={list} acts={manages ? { ...acts, onChange: setEdited } : null} />
      )}
      <RetentionRuns />
      {edited && (
        <RetentionDialog rule={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
      {dialog}
    </>
  )
}

/** What is done with a rule; what deletes mail, or lets it be deleted, asks before. */
function useActs(firstNight: string) {
  const { t } = useTranslation('console-retention')
  const dates = useDates()
  const found = useFound()
  const question = useQuestion()
  const { error, save } = useSaving(t('trialBegun'))
  const put = (kind: 'on' | 'off' | 'remove', rule: RetentionRule, text: string) =>
    question.put({
      title: t(`${kind}Title`, { name: rule.name }),
      text,
      confirm: t(kind),
      work: () =>
        kind === 'remove'
          ? ask(api.removeRetention, { body: { id: rule.id } })
          : ask(api.switchRetention, { body: { id: rule.id, on: kind === 'on' } }),
    })
  const acts = {
    onTry: ({ id }: RetentionRule) => save(() => ask(api.tryRetention, { body: { id } })),
    onSwitch: (rule: RetentionRule) => {
      if (rule.activeSince !== null) return put('off', rule, t('offText'))
      const time = fullTime(firstNight, dates)
      put('on', rule, t('onText', { time, found: rule.trial ? found(rule.trial) : '' }))
    },
    onRemove: (rule: RetentionRule) => put('remove', rule, t('removeText')),
  }
  return { acts, trouble: error, dialog: question.dialog }
}
