import type { CheckItem } from '@hongyan/contract/records'
import { useQuery } from '@tanstack/react-query'
import { copyText } from '../../lib/copy-text.ts'
import { translate, useTranslation } from '../../lib/i18n.ts'
import { platformQuery } from '../../lib/me.ts'
import { queryClient } from '../../lib/queries.ts'
import { Link } from '../../lib/router/link.tsx'
import { madeKey } from '../../lib/text-keys.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { iconCheck, iconRefresh, iconWarning } from '../../ui/icons.ts'
import { iconCopy } from '../../ui/icons-later.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast-store.ts'
import { Page } from '../settings/form.public.tsx'
import type { Check } from './browser-checks.ts'
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
  const lines = data?.list ?? []
  const trouble = lines.filter(({ level }) => level !== 'ok').length
  return (
    <Page
      title={t('shell:screens.selfCheck')}
      text={t('check.text')}
      actions={
        <>
          <Button icon={iconCopy} disabled={!data} onClick={() => void copy(lines)}>
            {t('check.copy')}
          </Button>
          <Button icon={iconRefresh} busy={isFetching} onClick={() => void refetch()}>
            {t('check.again')}
          </Button>
        </>
      }
    >
      {error && !data && <EmptyState title={error.message} />}
      {!data && !error && <Skeleton height={120} />}
      {data && (
        <>
          <p className={styles.summary} role="status" data-ok={trouble === 0 || undefined}>
            {trouble === 0 ? t('check.fine') : t('check.found', { count: trouble })}
          </p>
          <ul className={styles.list} aria-label={t('shell:screens.selfCheck')}>
            {lines.map((line) => (
              <Line key={line.key} line={line} />
            ))}
          </ul>
        </>
      )}
    </Page>
  )
}

function Line({ line }: { line: Check }) {
  const { key, level, values } = line
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
        <span className={styles.did}>{t(madeKey(textKey(line)), values)}</span>
      </span>
      {place && <Link to={place}>{t('check.look')}</Link>}
    </li>
  )
}

/** For support: what was found, and on what it was found. */
async function copy(lines: readonly Check[]): Promise<void> {
  const { version } = await queryClient.ensureQueryData(platformQuery)
  const facts = [
    `Hongyan ${version}  ${new Date().toISOString()}`,
    navigator.userAgent,
    `${location.origin}  ${innerWidth}x${innerHeight} @${devicePixelRatio}  ${navigator.language}  ${Intl.DateTimeFormat().resolvedOptions().timeZone}`,
  ]
  const found = lines.map((line) => {
    const name = translate(madeKey(`records:check.name.${line.key}`))
    return `[${line.level}] ${name}: ${translate(madeKey(textKey(line)), line.values)}`
  })
  const done = await copyText([...facts, ...found].join('\n'))
  if (done) toast({ kind: 'success', text: translate('records:check.copied') })
  else toast({ kind: 'error', text: translate('common:copyFailed') })
}

const textKey = ({ key, level, text = key }: Check): string =>
  `records:check.${level === 'ok' ? 'ok' : 'bad'}.${text}`
