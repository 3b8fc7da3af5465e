import type { ApprovalRule } from '@hongyan/contract/approval-fields'
import { consoleContract as api } from '@hongyan/contract/console'
import type { RuleTried } from '@hongyan/contract/console-policy'
import { useState } from 'react'
import { fullTime } from '../../../lib/dates.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useAttempt } from '../../../lib/use-attempt.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Isolated } from '../../../ui/isolated.tsx'
import { Select } from '../../../ui/select.tsx'
import { useReasonText } from '../../approval/reason-text.public.ts'
import { ask } from '../ask.ts'
import { useDates } from '../console-state.ts'
import styles from './policy.module.css'

const spans = [1, 7, 30] as const

/** What a rule would have done with mail of the last days, before it is switched on. */
export function TryRule({ rule }: { rule: ApprovalRule }) {
  const { t } = useTranslation('policy')
  const [days, setDays] = useState(7)
  const [tried, setTried] = useState<RuleTried | null>(null)
  const { busy, error, attempt } = useAttempt()
  const run = () =>
    attempt(async () => {
      setTried(null)
      const name = rule.name || t('try.name')
      setTried(await ask(api.tryRule, { body: { ...rule, name, days } }))
    })
  return (
    <section className={styles.try} aria-label={t('try.title')}>
      <h3 className={styles.part}>{t('try.title')}</h3>
      <p className={styles.hint}>{t('try.about')}</p>
      <div className={styles.inline}>
        <Select
          label={t('try.days')}
          hideLabel
          value={String(days)}
          options={spans.map((one) => ({
            value: String(one),
            label: t('try.span', { count: one }),
          }))}
          onChange={(event) => setDays(Number(event.target.value))}
        />
        <Button busy={busy} onClick={() => void run()}>
          {t('try.run')}
        </Button>
      </div>
      {error && <Banner tone="danger">{error}</Banner>}
      <div aria-live="polite">{tried && <Tried tried={tried} />}</div>
    </section>
  )
}

function Tried({ tried }: { tried: RuleTried }) {
  const { t } = useTranslation('policy')
  const dates = useDates()
  const reasonText = useReasonText()
  const { found, looked, reasons, examples } = tried
  return (
    <>
      <p>
        <strong>{t('try.found', { found, looked })}</strong>
      </p>
      {reasons.length > 0 && (
        <ul className={styles.reasons}>
          {reasons.map(({ count, ...one }) => (
            <li key={`${one.kind} ${one.value} ${one.place}`}>
              {t('try.reason', { reason: reasonText(one), count })}
            </li>
          ))}
        </ul>
      )}
      {examples.length > 0 && (
        <ul className={styles.examples}>
          {examples.map((one) => (
            <li key={`${one.at} ${one.from} ${one.subject}`}>
              <Isolated>{one.subject || t('try.noSubject')}</Isolated>
              <span className={styles.about}>
                {t('try.example', {
                  from: one.from,
                  count: one.recipients,
                  at: fullTime(one.at, dates),
                })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
