import { consoleContract as api } from '@hongyan/contract/console'
import { fullTime } from '../../../lib/dates.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Banner } from '../../../ui/banner.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Isolated } from '../../../ui/isolated.tsx'
import styles from '../console.module.css'
import { useDates } from '../console-state.ts'
import { StepPager, useSteps } from '../pager.tsx'
import { Scroller } from '../scroller.tsx'
import { useAsked } from '../use-asked.ts'
import own from './alarms.module.css'

const pageSize = 50
const askAgainMs = 60_000

/** Alarms, the latest first; those that go on are marked. */
export function AlarmsTab() {
  const { t } = useTranslation('console-watch')
  const dates = useDates()
  const steps = useSteps<number>()
  const before = steps.from
  const query = { pageSize, ...(before !== undefined && { before }) }
  const { data, error } = useAsked(api.alarms, { query }, () => askAgainMs)
  const list = data?.list ?? []
  return (
    <div className={own.tab}>
      {error && <Banner tone="danger">{error.message}</Banner>}
      {data && list.length === 0 && <EmptyState title={t('alarms.none')} />}
      {list.length > 0 && (
        <Scroller>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('alarms.kind')}</th>
                <th scope="col">{t('alarms.about')}</th>
                <th scope="col">{t('alarms.figure')}</th>
                <th scope="col">{t('alarms.since')}</th>
                <th scope="col">{t('alarms.ended')}</th>
              </tr>
            </thead>
            <tbody>
              {list.map((one) => (
                <tr key={one.id}>
                  <td>{t(`alarms.kinds.${one.kind}`)}</td>
                  <td>
                    <Isolated>{one.about}</Isolated>
                  </td>
                  <td>{one.figure}</td>
                  <td>{fullTime(one.since, dates)}</td>
                  <td>
                    {one.endedAt ? (
                      fullTime(one.endedAt, dates)
                    ) : (
                      <span className={own.going}>{t('alarms.going')}</span>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroller>
      )}
      <StepPager
        steps={steps}
        hasMore={list.length === pageSize}
        words={{ back: t('console:newer'), on: t('console:older') }}
        next={list.at(-1)?.id}
      />
    </div>
  )
}
