import type { CheckItem } from '@hongyan/contract/records'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useTranslation } from '../../lib/i18n.ts'
import { madeKey } from '../../lib/text-keys.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { iconCheck, iconRefresh, iconWarning } from '../../ui/icons.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Page } from '../settings/form.public.tsx'
import styles from './records.module.css'
import { selfCheckQuery } from './records-query.ts'

/** Where one can do something about a finding. */
const places: Partial<Record<CheckItem['key'], string>> = {
  'failed-logins': '/set/selfquery',
  'other-places': '/set/selfquery',
  'auto-forward': '/set/normalset',
  'auto-reply': '/set/normalset',
  rules: '/set/mailclassification',
  outbox: '/outbox',
  bounced: '/outbox',
}

/** /set/selfChecking (R52, LOGS-01): what the server and this browser find. */
export function SelfCheckPage() {
  const { t } = useTranslation('records')
  const { data, error, refetch, isFetching } = useQuery(selfCheckQuery)
  const lines = data ? [...browserChecks(data.took), ...data.list] : []
  const trouble = lines.filter(({ level }) => level !== 'ok').length
  return (
    <Page
      title={t('check.title')}
      text={t('check.text')}
      actions={
        <Button icon={iconRefresh} busy={isFetching} onClick={() => void refetch()}>
          {t('check.again')}
        </Button>
      }
    >
      {error && !data && <EmptyState title={error.message} />}
      {!data && !error && <Skeleton height={120} />}
      {data && (
        <>
          <p className={styles.summary} role="status" data-ok={trouble === 0 || undefined}>
            {trouble === 0 ? t('check.fine') : t('check.found', { count: trouble })}
          </p>
          <ul className={styles.list} aria-label={t('check.title')}>
            {lines.map((line) => (
              <Line key={line.key} line={line} />
            ))}
          </ul>
        </>
      )}
    </Page>
  )
}

type Check = Pick<CheckItem, 'level' | 'values'> & { key: string }

function Line({ line: { key, level, values } }: { line: Check }) {
  const { t } = useTranslation('records')
  const place = level === 'ok' ? undefined : Object.entries(places).find(([of]) => of === key)?.[1]
  return (
    <li className={styles.row} data-level={level}>
      <span className={styles.level} data-level={level}>
        <Icon icon={level === 'ok' ? iconCheck : iconWarning} size={18} />
        <span className="visually-hidden">{t(`check.level.${level}`)}</span>
      </span>
      <span className={styles.what}>
        <span className={styles.subject}>{t(madeKey(`check.name.${key}`))}</span>
        <span className={styles.did}>
          {t(madeKey(`check.${level === 'ok' ? 'ok' : 'bad'}.${key}`), values)}
        </span>
      </span>
      {place && <Link to={place}>{t('check.look')}</Link>}
    </li>
  )
}

/** What only the browser knows. */
function browserChecks(took: number): Check[] {
  const denied = 'Notification' in window && Notification.permission === 'denied'
  return [
    { key: 'line', level: took > 2_000 ? 'warn' : 'ok', values: { took: String(took) } },
    { key: 'notifications', level: denied ? 'warn' : 'ok', values: {} },
  ]
}
