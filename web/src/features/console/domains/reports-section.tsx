import {
  domainsEndpoints as api,
  type DmarcReports,
  type TlsReports,
} from '@hongyan/contract/console-domains'
import { useTranslation } from '../../../lib/i18n.ts'
import { Banner } from '../../../ui/banner.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useAsked } from '../use-asked.ts'
import styles from './domains.module.css'

/** What other servers saw in 30 days: of mail under the domain's name, and of connections to us. */
export function ReportsSection({ name }: { name: string }) {
  const { t } = useTranslation('console-domains')
  return (
    <>
      <section className={styles.tab}>
        <h3>{t('reports.dmarcTitle')}</h3>
        <Dmarc name={name} />
      </section>
      <section className={styles.tab}>
        <h3>{t('reports.tlsTitle')}</h3>
        <Tls name={name} />
      </section>
    </>
  )
}

function Dmarc({ name }: { name: string }) {
  const { t } = useTranslation('console-domains')
  const { data, error } = useAsked(api.dmarcReports, { query: { name } })
  if (error) return <Banner tone="danger">{error.message}</Banner>
  if (!data) return null
  if (data.reports === 0)
    return <EmptyState title={t('reports.none')} text={t('reports.noneText', { name })} />
  return (
    <>
      <Summary data={data} words={['reports.passed', 'reports.failed']} />
      <Days days={data.days} title="reports.byDay" of="reports.of" />
      <Sources sources={data.sources} />
    </>
  )
}

function Tls({ name }: { name: string }) {
  const { t } = useTranslation('console-domains')
  const { data, error } = useAsked(api.tlsReports, { query: { name } })
  if (error) return <Banner tone="danger">{error.message}</Banner>
  if (!data) return null
  if (data.reports === 0)
    return <EmptyState title={t('reports.tlsNone')} text={t('reports.tlsNoneText')} />
  return (
    <>
      <Summary data={data} words={['reports.tlsPassed', 'reports.tlsFailed']} />
      <Days days={data.days} title="reports.tlsByDay" of="reports.tlsOf" />
      {data.failures.length > 0 && <Failures failures={data.failures} />}
    </>
  )
}

type Summed = Pick<DmarcReports, 'reports' | 'reporters' | 'passed' | 'failed'>

function Summary({
  data: { reports, reporters, passed, failed },
  words: [good, bad],
}: {
  data: Summed
  words: ['reports.passed', 'reports.failed'] | ['reports.tlsPassed', 'reports.tlsFailed']
}) {
  const { t } = useTranslation('console-domains')
  return (
    <>
      <p className={styles.hint}>
        {t('reports.from', {
          count: reports,
          names: reporters.slice(0, 5).join(t('reports.comma')),
        })}
      </p>
      <p className={styles.legend}>
        <span data-tone="passed">{t(good, { count: passed })}</span>
        <span data-tone="failed">{t(bad, { count: failed })}</span>
      </p>
    </>
  )
}

const heightOf = (count: number, most: number): string => `${(count / Math.max(most, 1)) * 100}%`

/** A column for each day; whoever does not see it has the numbers in its title. */
function Days({
  days,
  title,
  of,
}: Pick<DmarcReports, 'days'> & {
  title: 'reports.byDay' | 'reports.tlsByDay'
  of: 'reports.of' | 'reports.tlsOf'
}) {
  const { t } = useTranslation('console-domains')
  const most = Math.max(...days.map((one) => one.passed + one.failed))
  const [first] = days
  const last = days.at(-1)
  return (
    <figure className={styles.chart}>
      <figcaption>{t(title)}</figcaption>
      <ol className={styles.columns}>
        {days.map(({ day, passed, failed }) => (
          <li key={day} title={t(of, { name: day, passed, failed })}>
            <span className="visually-hidden">{t(of, { name: day, passed, failed })}</span>
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

/** A bar for each network, those whose mail failed first. */
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

/** What a report may call a failure (RFC 8460 §4.3); other words are shown as they came. */
const kinds = [
  'starttls-not-supported',
  'certificate-host-mismatch',
  'certificate-expired',
  'certificate-not-trusted',
  'validation-failure',
  'tlsa-invalid',
  'dnssec-invalid',
  'dane-required',
  'sts-policy-fetch-error',
  'sts-policy-invalid',
  'sts-webpki-invalid',
] as const

function Failures({ failures }: Pick<TlsReports, 'failures'>) {
  const { t } = useTranslation('console-domains')
  const wordOf = (kind: string): string => {
    const known = kinds.find((one) => one === kind)
    return known ? t(`reports.kinds.${known}`) : kind
  }
  return (
    <div className={styles.chart}>
      <table className={styles.sources}>
        <caption>{t('reports.failures')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('reports.reason')}</th>
            <th scope="col">{t('reports.host')}</th>
            <th scope="col">{t('reports.sessions')}</th>
          </tr>
        </thead>
        <tbody>
          {failures.map(({ kind, host, sessions }) => (
            <tr key={`${kind} ${host}`}>
              <th scope="row">{wordOf(kind)}</th>
              <td>
                <code>{host}</code>
              </td>
              <td>{sessions}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
