import { consoleContract as api } from '@hongyan/contract/console'
import { fullTime } from '../../../lib/dates.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { formatSize } from '../../../lib/sizes.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Isolated } from '../../../ui/isolated.tsx'
import styles from '../console.module.css'
import { useDates } from '../console-state.ts'
import { StepPager, useSteps } from '../pager.tsx'
import { Scroller } from '../scroller.tsx'
import { useAsked } from '../use-asked.ts'
import own from './retention.module.css'

const pageSize = 20

/** What was deleted, by night and rule. */
export function RetentionRuns() {
  const { t } = useTranslation('console-retention')
  const dates = useDates()
  const steps = useSteps<number>()
  const before = steps.from
  const query = { pageSize, ...(before !== undefined && { before }) }
  const { data, error } = useAsked(api.retentionRuns, { query })
  const list = data?.list ?? []
  return (
    <section className={own.runs}>
      <h2 className={styles.part}>{t('runs')}</h2>
      {error && <Banner tone="danger">{error.message}</Banner>}
      {data && list.length === 0 && <p className={styles.note}>{t('noRuns')}</p>}
      {list.length > 0 && (
        <Scroller>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('night')}</th>
                <th scope="col">{t('rule')}</th>
                <th scope="col">{t('mailboxes')}</th>
                <th scope="col">{t('messages')}</th>
                <th scope="col">{t('size')}</th>
                <th scope="col">{t('state')}</th>
              </tr>
            </thead>
            <tbody>
              {list.map((one) => (
                <tr key={one.id}>
                  <td>{fullTime(one.at, dates)}</td>
                  <td>
                    <Isolated>{one.rule}</Isolated>
                  </td>
                  <td>{one.people}</td>
                  <td>{one.mails}</td>
                  <td>{formatSize(one.bytes)}</td>
                  <td>{one.endedAt === null ? t('going') : t('done')}</td>
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
    </section>
  )
}
