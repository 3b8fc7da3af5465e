import { consoleContract as api } from '@hongyan/contract/console'
import type { ReportRow } from '@hongyan/contract/console-reports'
import { useState } from 'react'
import { fullTime } from '../../../lib/dates.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import styles from '../console.module.css'
import { useDates } from '../console-state.ts'
import { StepPager, useSteps } from '../pager.tsx'
import { Scroller } from '../scroller.tsx'
import { useAsked } from '../use-asked.ts'
import own from './protection.module.css'
import { ReportedDialog } from './reported-dialog.tsx'
import { WaveDialog } from './wave-dialog.tsx'

const size = 50

/** Mail that people reported, the latest first. */
export function ReportsTab({ mayChange }: { mayChange: boolean }) {
  const { t } = useTranslation('protection')
  const { t: tc } = useTranslation('console')
  const [open, setOpen] = useState(true)
  /** Where each page begins; the last one is shown. */
  const steps = useSteps<number>()
  const [shown, setShown] = useState<number | null>(null)
  const [wave, setWave] = useState<number | null>(null)
  const before = steps.from
  const query = {
    pageSize: size,
    ...(open && { open: true }),
    ...(before !== undefined && { before }),
  }
  const { data, error } = useAsked(api.reports, { query })
  const list = data?.list ?? []
  return (
    <>
      <p className={own.about}>{t('reports.about')}</p>
      <div className={styles.tools}>
        <Checkbox
          checked={open}
          onChange={(event) => {
            setOpen(event.target.checked)
            steps.begin()
          }}
        >
          {t('reports.openOnly')}
        </Checkbox>
      </div>
      {error && <Banner tone="danger">{error.message}</Banner>}
      {data && list.length === 0 && (
        <EmptyState title={t(open ? 'reports.noneOpen' : 'reports.none')} />
      )}
      {list.length > 0 && <ReportTable list={list} mayChange={mayChange} onOpen={setShown} />}
      <StepPager
        steps={steps}
        hasMore={data?.hasMore === true}
        words={{ back: tc('newer'), on: tc('older') }}
        next={list.at(-1)?.id}
      />
      {shown !== null && (
        <ReportedDialog id={shown} onClose={() => setShown(null)} onWave={setWave} />
      )}
      {wave !== null && <WaveDialog id={wave} onClose={() => setWave(null)} />}
    </>
  )
}

interface ReportTableProps {
  list: readonly ReportRow[]
  mayChange: boolean
  onOpen: (id: number) => void
}

function ReportTable({ list, mayChange, onOpen }: ReportTableProps) {
  const { t } = useTranslation('protection')
  const dates = useDates()
  return (
    <Scroller>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('reports.latest')}</th>
            <th scope="col">{t('held.from')}</th>
            {mayChange && <th scope="col">{t('held.subject')}</th>}
            <th scope="col">{t('reports.level')}</th>
            <th scope="col">{t('reports.people')}</th>
            <th scope="col">{t('reports.state')}</th>
          </tr>
        </thead>
        <tbody>
          {list.map((row) => (
            <tr key={row.id}>
              <td className={own.time}>{fullTime(row.latestTime, dates)}</td>
              <td className={own.wide} dir="auto">
                {row.fromAddress}
              </td>
              {mayChange && (
                <td className={own.wide}>
                  <button
                    type="button"
                    className={styles.person}
                    dir="auto"
                    onClick={() => onOpen(row.id)}
                  >
                    {row.isProtected ? t('reports.protected') : row.subject || t('held.noSubject')}
                  </button>
                </td>
              )}
              <td>
                <span className={own.class} data-level={row.level}>
                  {t(`assistant:level.${row.level}`)}
                </span>
              </td>
              <td>
                {t('reports.count', { count: row.reporters })}
                <div className={own.note}>{t('reports.by', { phishing: row.phishing })}</div>
              </td>
              <td>
                <span className={own.class} data-class={row.state}>
                  {t(`reports.states.${row.state}`)}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}
