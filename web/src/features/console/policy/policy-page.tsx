import type { ApprovalRule } from '@hongyan/contract/approval-fields'
import { consoleContract as api } from '@hongyan/contract/console'
import { useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { iconBookmark, iconPlus } from '../../../ui/icons.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import shared from '../console.module.css'
import type { Me } from '../console-state.ts'
import { useAsked } from '../use-asked.ts'
import { EventsTable } from './events-table.tsx'
import styles from './policy.module.css'
import { RuleEditor } from './rule-editor.tsx'
import { emptyRule } from './rule-form.ts'
import { RuleList } from './rule-list.tsx'
import { SensitivityEditor } from './sensitivity-editor.tsx'
import { WordLists } from './word-lists.tsx'

/** Rules about what leaves: one list that reads like sentences, and what they did. */
export function PolicyPage({ me }: { me: Me }) {
  const { t } = useTranslation('policy')
  const [shown, setShown] = useState<'rules' | 'sensitivity' | 'events'>('rules')
  const [hasLabels, setHasLabels] = useState(false)
  return (
    <>
      <h1 className={shared.title}>{t('title')}</h1>
      <Tabs
        label={t('title')}
        tabs={[
          { id: 'rules', label: t('tabs.rules') },
          { id: 'sensitivity', label: t('tabs.sensitivity') },
          { id: 'events', label: t('tabs.events') },
        ]}
        current={shown}
        onPick={(tab) => {
          setShown(tab)
          if (tab === 'sensitivity') setHasLabels(true)
        }}
      >
        <div className={styles.panel}>
          {shown === 'rules' && <Rules me={me} />}
          {/* A look at another page loses nothing of what is being changed here. */}
          {hasLabels && (
            <div hidden={shown !== 'sensitivity'}>
              <Labels me={me} />
            </div>
          )}
          {shown === 'events' && <EventsTable />}
        </div>
      </Tabs>
    </>
  )
}

function Labels({ me }: { me: Me }) {
  const { data, error } = useAsked(api.rules, {})
  if (error) return <Banner tone="danger">{error.message}</Banner>
  if (!data) return null
  const mayChange = api.saveSensitivity.may.some((role) => role === me.role)
  return <SensitivityEditor sensitivity={data.sensitivity} mayChange={mayChange} />
}

function Rules({ me }: { me: Me }) {
  const { t } = useTranslation('policy')
  const [edited, setEdited] = useState<(ApprovalRule & { ruleId?: number }) | null>(null)
  const [hasLists, setHasLists] = useState(false)
  const { data, error } = useAsked(api.rules, {})
  const mayChange = api.saveRule.may.some((role) => role === me.role)
  if (error) return <Banner tone="danger">{error.message}</Banner>
  if (!data) return null
  const { rules, lists, departments, sensitivity } = data
  const named = { departments, labels: sensitivity.labels }
  return (
    <>
      <p className={styles.hint}>{t('about')}</p>
      {mayChange && (
        <div className={styles.inline}>
          <Button kind="primary" icon={iconPlus} onClick={() => setEdited(emptyRule())}>
            {t('add')}
          </Button>
          <Button icon={iconBookmark} onClick={() => setHasLists(true)}>
            {t('lists.title')}
          </Button>
        </div>
      )}
      <RuleList rules={rules} named={named} mayChange={mayChange} onEdit={setEdited} />
      {edited && (
        <RuleEditor
          rule={edited}
          me={me}
          named={named}
          lists={lists.map(({ name }) => name)}
          onClose={() => setEdited(null)}
        />
      )}
      {hasLists && <WordLists lists={lists} onClose={() => setHasLists(false)} />}
    </>
  )
}
