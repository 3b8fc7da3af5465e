import type { reportEndpoints } from '@hongyan/contract/console-reports'
import type { Reply } from '@hongyan/contract/endpoint'
import { fullTime } from '../../../lib/dates.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Isolated } from '../../../ui/isolated.tsx'
import styles from '../console.module.css'
import { useDates } from '../console-state.ts'
import own from './protection.module.css'

type Report = Reply<typeof reportEndpoints.report>

/** What a reported mail says and what speaks against it, as text: nothing in it can be followed. */
export function ReportedMail({ report }: { report: Report }) {
  const { t } = useTranslation('protection')
  const facts = [
    [
      t('held.from'),
      report.fromName ? `${report.fromName} <${report.fromAddress}>` : report.fromAddress,
    ],
    [t('reports.level'), t(`assistant:level.${report.level}`)],
    [t('held.results'), report.authentication],
    [t('reports.messageId'), report.messageId],
  ]
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      <Signals signals={report.signals} />
      <div>
        <h2 className={own.heading}>{t('reports.text')}</h2>
        {report.isProtected ? (
          <p className={own.note}>{t('reports.protectedText')}</p>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
          <section className={own.text} tabIndex={0} aria-label={t('reports.text')} dir="auto">
            {report.text || t('reports.noText')}
          </section>
        )}
      </div>
      <People people={report.people} />
    </>
  )
}

function Signals({ signals }: Pick<Report, 'signals'>) {
  const { t } = useTranslation('protection')
  return (
    <section>
      <h2 className={own.heading}>{t('reports.signals')}</h2>
      {signals.length === 0 && <p className={own.note}>{t('reports.noSignals')}</p>}
      <ul className={own.signals}>
        {signals.map(({ code, weight, text, evidence }) => (
          <li key={`${code} ${evidence}`} data-weight={weight}>
            <span className="visually-hidden">{t(`assistant:weight.${weight}`)}</span>
            {text}
            {evidence !== '' && (
              <p className={own.evidence}>
                <Isolated>{evidence}</Isolated>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function People({ people }: Pick<Report, 'people'>) {
  const { t } = useTranslation('protection')
  const dates = useDates()
  return (
    <section>
      <h2 className={own.heading}>{t('reports.who')}</h2>
      <ul className={own.signals}>
        {people.map(({ name, address, kind, note, time }) => (
          <li key={address}>
            <Isolated>{name || address}</Isolated> · {t(`reports.kinds.${kind}`)} ·{' '}
            {fullTime(time, dates)}
            {note !== '' && (
              <span className={own.note}>
                {' '}
                <Isolated>{note}</Isolated>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
