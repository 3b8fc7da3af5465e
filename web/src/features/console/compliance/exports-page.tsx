import { consoleContract as api } from '@hongyan/contract/console'
import type { MailExport } from '@hongyan/contract/console-exports'
import { useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ask } from '../ask.ts'
import styles from '../console.module.css'
import type { Me } from '../console-state.ts'
import { StepPager, useSteps } from '../pager.tsx'
import { useAsked } from '../use-asked.ts'
import { useQuestion } from '../use-question.tsx'
import { useSaving } from '../use-saving.ts'
import { AskExport } from './export-ask.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { ExportsTable } from './exports-table.tsx'
import { FourEyesBanner } from './four-eyes-banner.tsx'

const pageSize = 20
const againMs = 2_000

/** Mail of people as one file: asked for, agreed to by somebody else, fetched. */
export function ExportsPage({ me }: { me: Me }) {
  const { t } = useTranslation('console-exports')
  const steps = useSteps<number>()
  const [asks, setAsks] = useState(false)
  const [shownId, setShownId] = useState<number | null>(null)
  const question = useQuestion()
  const fetching = useSaving()
  const before = steps.from
  const query = { pageSize, ...(before !== undefined && { before }) }
  const { data, error } = useAsked(api.mailExports, { query }, (last) =>
    last?.list.some(({ state }) => state === 'working') ? againMs : false,
  )
  const list = data?.list ?? []
  const shown = list.find(({ id }) => id === shownId)
  const download = async ({ id }: MailExport) => {
    const { url } = await ask(api.mailExportTicket, { body: { id } })
    location.assign(url)
  }
  const end = ({ id, state, reason }: MailExport) => {
    const what = state === 'waiting' ? 'withdraw' : state === 'working' ? 'stop' : 'discard'
    question.put({
      title: t(`${what}Title`, { reason }),
      text: t(`${what}Text`),
      confirm: t(what),
      work: () => ask(api.endMailExport, { body: { id } }),
    })
  }
  return (
    <>
      <h1 className={styles.title}>{t('console:pages.exports')}</h1>
      <div className={styles.form}>
        <p className={styles.note}>{t('text')}</p>
        {data && <FourEyesBanner me={me} fourEyes={data.fourEyes} />}
        <div className={styles.inline}>
          <Button kind="primary" disabled={!data} onClick={() => setAsks(true)}>
            {t('ask')}
          </Button>
        </div>
        {(error || fetching.error) && (
          <Banner tone="danger">{error?.message ?? fetching.error}</Banner>
        )}
        {data && list.length === 0 && <EmptyState title={t('none')} />}
        {list.length > 0 && (
          <ExportsTable
            list={list}
            onShow={({ id }) => setShownId(id)}
            onDownload={(one) => fetching.save(() => download(one))}
            onEnd={end}
          />
        )}
        <StepPager
          steps={steps}
          hasMore={list.length === pageSize}
          words={{ back: t('console:newer'), on: t('console:older') }}
          next={list.at(-1)?.id}
        />
      </div>
      {asks && data && (
        <AskExport me={me} fourEyes={data.fourEyes} onClose={() => setAsks(false)} />
      )}
      {shown && <ExportDialog one={shown} onClose={() => setShownId(null)} />}
      {question.dialog}
    </>
  )
}
