import { domainsEndpoints as api, type DmarcReports } from '@hongyan/contract/console-domains'
import { useTranslation } from '../../../lib/i18n.ts'
import { Banner } from '../../../ui/banner.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useAsked } from '../use-asked.ts'
import styles from './domains.module.css'

/** What other servers saw of mail under the domain's name in 30 days. */
export function ReportsSection({ name }: { name: string }) {
  const { t } = useTranslation('console-domains')
  const { data, error } = useAsked(api.dmarcReports, { query: { name } })
  if (error) return <Banner tone="danger">{error.message}</Banner>
  if (!data) return null
  if (data.reports === 0)
    return <EmptyState title={t('reports.none')} text={t('reports.noneText', { name })} />
  const { reports, reporters, passed, failed } = data
  return (
    <>
      <p className={styles.hint}>
        {t('reports.from', { count: reports, names: reporters.slice(0, 5).join(', ') })}
      </p>
      <p className={styles.legend}>
        <span data-tone="passed">{t('reports.passed', { count: passed })}</span>
        <span data-tone="failed">{t('reports.failed', { count: failed })}</span>
      </p>
      <Days days={data.days} />
      <Sources sources={data.sources} />
    </>
  )
}

const heightOf = (count: number, most: number): string => `${(count / Math.max(most, 1)) * 100}%`

/** A column for each day; whoever does not see it has the numbers in its title. */
function Days({ days }: Pick<DmarcReports, 'days'>) {
  const { t } = useTranslation('console-domains')
  const most = Math.max(...days.map((one) => one.passed + one.failed))
  const [first] = days
  const last = days.at(-1)
  return (
    <figure className={styles.chart}>
      <figcaption>{t('reports.byDay')}</figcaption>
      <ol className={styles.columns}>
        {days.map(({ day, passed, failed }) => (
          <li key={day} title={t('reports.of', { name: day, passed, failed })}>
            <span className="visually-hidden">
              {t('reports.of', { name: day, passed, failed })}
            </span>
            <span data-tone="failed" style={{ height: heightOf(failed, most) }} />
            <span data-tone="passed" style={{ height: heightOf(passed, most) }} />
          </li>
        ))}
      </ol>
      <div className={styles.axis} aria-hidden="true">
        <span>{first?.day}</span>
        <span>{last?.day}</span>
      </div>
    </figure>
  )
}

/** A bar for each network, those that sent most first. */
function Sources({ sources }: Pick<DmarcReports, 'sources'>) {
  const { t } = useTranslation('console-domains')
  const most = Math.max(...sources.map((one) => one.passed + one.failed))
  return (
    <div className={styles.chart}>
      <table className={styles.sources}>
        <caption>{t('reports.bySource')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('reports.source')}</th>
            <th scope="col" className={styles.wide}>
              {t('reports.share')}
            </th>
            <th scope="col">{t('reports.passedShort')}</th>
            <th scope="col">{t('reports.failedShort')}</th>
          </tr>
        </thead>
        <tbody>
          {sources.map(({ source, passed, failed }) => (
            <tr key={source}>
              <th scope="row">
                <code>{source}</code>
              </th>
              <td>
                <span className={styles.barOf}>
                  <span data-tone="passed" style={{ width: heightOf(passed, most) }} />
                  <span data-tone="failed" style={{ width: heightOf(failed, most) }} />
                </span>
              </td>
              <td>{passed}</td>
              <td>{failed}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
