import { consoleContract as api } from '@hongyan/contract/console'
import type { LegalHold } from '@hongyan/contract/console-compliance'
import { useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ask } from '../ask.ts'
import type { Me } from '../console-state.ts'
import { StepPager, useSteps } from '../pager.tsx'
import { useAsked } from '../use-asked.ts'
import { useQuestion } from '../use-question.tsx'
import { AddHold } from './add-hold.tsx'
import own from './compliance.module.css'
import { CopiesDialog } from './copies-dialog.tsx'
import { HoldsTable } from './holds-table.tsx'

const pageSize = 20

/** Mail that is kept by order: whose, why, and what was kept. */
export function HoldsTab({ me }: { me: Me }) {
  const { t } = useTranslation('console-compliance')
  const steps = useSteps<number>()
  const [adds, setAdds] = useState(false)
  const [shown, setShown] = useState<LegalHold | null>(null)
  const question = useQuestion()
  const before = steps.from
  const query = { pageSize, ...(before !== undefined && { before }) }
  const { data, error } = useAsked(api.legalHolds, { query })
  const list = data?.list ?? []
  const manages = (api.addLegalHold.may as readonly string[]).includes(me.role)
  const release = ({ id, reason }: LegalHold) =>
    question.put({
      title: t('releaseTitle', { reason }),
      text: t('releaseText'),
      confirm: t('release'),
      work: () => ask(api.releaseLegalHold, { body: { id } }),
    })
  return (
    <>
      <p className={own.about}>{t('text')}</p>
      {manages && (
        <div className={own.acts}>
          <Button kind="primary" onClick={() => setAdds(true)}>
            {t('add')}
          </Button>
        </div>
      )}
      {error && <Banner tone="danger">{error.message}</Banner>}
      {data && list.length === 0 && <EmptyState title={t('none')} />}
      {list.length > 0 && (
        <HoldsTable list={list} onShow={setShown} onRelease={manages ? release : null} />
      )}
      <StepPager
        steps={steps}
        hasMore={list.length === pageSize}
        words={{ back: t('console:newer'), on: t('console:older') }}
        next={list.at(-1)?.id}
      />
      {adds && <AddHold onClose={() => setAdds(false)} />}
      {shown && <CopiesDialog hold={shown} onClose={() => setShown(null)} />}
      {question.dialog}
    </>
  )
}
