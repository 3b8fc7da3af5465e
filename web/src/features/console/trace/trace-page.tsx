import { consoleContract as api } from '@hongyan/contract/console'
import type { TracedMail } from '@hongyan/contract/console-trace'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Banner } from '../../../ui/banner.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import styles from '../console.module.css'
import type { Me } from '../console-state.ts'
import { StepPager, useSteps } from '../pager.tsx'
import { useAsked } from '../use-asked.ts'
import { TraceDialog } from './trace-dialog.tsx'
import { type TraceQuery, TraceSearch } from './trace-search.tsx'
import { TraceTable } from './trace-table.tsx'

const pageSize = 50

/** Where each mail went, for each of its recipients. */
export function TracePage({ me }: { me: Me }) {
  const { t } = useTranslation('console-watch')
  const queries = useQueryClient()
  const [wanted, setWanted] = useState<TraceQuery>({})
  /** Where each page begins; the last one is shown. */
  const steps = useSteps<string>()
  const [shown, setShown] = useState<TracedMail | null>(null)
  const after = steps.from
  const query = { ...wanted, pageSize, ...(after !== undefined && { after }) }
  const { data, error } = useAsked(api.trace, { query })
  const list = data?.list ?? []
  return (
    <>
      <h1 className={styles.title}>{t('console:pages.trace')}</h1>
      <TraceSearch
        withSubject={me.role === 'owner' || me.role === 'admin'}
        onSearch={(query) => {
          setWanted(query)
          steps.begin()
          // The same search once more: a mail has gone on since.
          void queries.invalidateQueries({ queryKey: [api.trace.path] })
        }}
      />
      {error && <Banner tone="danger">{error.message}</Banner>}
      {data && list.length === 0 && <EmptyState title={t('trace.none')} />}
      {list.length > 0 && <TraceTable list={list} onShow={setShown} />}
      <StepPager
        steps={steps}
        hasMore={Boolean(data?.cursor)}
        words={{ back: t('console:newer'), on: t('console:older') }}
        next={data?.cursor ?? undefined}
      />
      {shown && <TraceDialog mail={shown} onShow={setShown} onClose={() => setShown(null)} />}
    </>
  )
}
