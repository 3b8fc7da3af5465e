import { consoleContract as api } from '@hongyan/contract/console'
import type { HealthFigure } from '@hongyan/contract/console-health'
import { useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Select } from '../../../ui/select.tsx'
import styles from '../console.module.css'
import { useAsked } from '../use-asked.ts'
import own from './health.module.css'
import { Picture } from './picture.tsx'

type Span = 'hour' | 'day'
const spans: readonly Span[] = ['hour', 'day']
const askAgainMs = 60_000

const units: Partial<Record<HealthFigure, string>> = {
  'database-ms': 'ms',
  'loop-stall-ms': 'ms',
  'memory-mb': 'MB',
  'disk-free-percent': '%',
}

/** How the house is: a small picture of each figure. */
export function HealthPage() {
  const { t } = useTranslation('console-watch')
  const [span, setSpan] = useState<Span>('hour')
  const { data, error } = useAsked(api.health, { query: { span } }, () => askAgainMs)
  return (
    <>
      <h1 className={styles.title}>{t('console:pages.health')}</h1>
      <div className={own.span}>
        <Select
          label={t('health.span')}
          hideLabel
          value={span}
          options={spans.map((one) => ({ value: one, label: t(`health.spans.${one}`) }))}
          onChange={(event) => setSpan(event.target.value as Span)}
        />
      </div>
      {error && <Banner tone="danger">{error.message}</Banner>}
      <div className={own.pictures}>
        {data?.list.map(({ name, values }) => (
          <Picture
            key={name}
            title={t(`health.figures.${name}`)}
            values={values}
            unit={units[name] ?? ''}
          />
        ))}
      </div>
    </>
  )
}
