import { type Migration, migrations } from '@hongyan/contract/migration'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { iconDownload } from '../../ui/icons.ts'
import { iconPause, iconPlay } from '../../ui/icons-later.ts'
import { Isolated } from '../../ui/isolated.tsx'
import { Refusal } from '../../ui/refusal.tsx'
import { When } from '../records/records.public.ts'
import styles from './migration.module.css'
import { CancelQuestion, PasswordQuestion } from './migration-dialogs.tsx'
import { isOpen, isRunning, refreshMigrations } from './migration-query.ts'
import { saveResult } from './save-result.ts'

const tones = {
  dispatching: 'accent',
  inProgress: 'accent',
  completed: 'ok',
  paused: 'warn',
  cancelled: 'neutral',
  failed: 'danger',
} as const

/** One migration: where it stands, why it waits, and what can be done about it. */
export function MigrationRow({ migration }: { migration: Migration }) {
  const { t } = useTranslation('migration')
  const { address, status, createdTime, updatedTime, server } = migration
  const range = useRangeText()(migration)
  const { protocol, host, port } = server
  return (
    <li className={styles.item} data-migration={status}>
      <div className={styles.head}>
        <p className={styles.name}>
          <Isolated>{address}</Isolated>
        </p>
        <span role="status">
          <Chip tone={tones[status]}>{t(`status.${status}`)}</Chip>
        </span>
      </div>
      <p className={styles.facts}>
        {t('facts', { protocol: protocol.toUpperCase(), host, port, range })}
      </p>
      <Progress migration={migration} />
      <Reason migration={migration} />
      <p className={styles.facts}>
        {t('since')} <When time={createdTime} /> · {t('ended')} <When time={updatedTime} />
      </p>
      <Deeds migration={migration} />
    </li>
  )
}

function useRangeText(): (of: Migration) => string {
  const { t } = useTranslation('migration')
  return ({ since, until }) => {
    if (since && until) return t('range.both', { since, until })
    if (since) return t('range.from', { since })
    return until ? t('range.to', { until }) : t('range.all')
  }
}

const counts = ['imported', 'skipped', 'failed'] as const

function Progress({ migration }: { migration: Migration }) {
  const { t } = useTranslation('migration')
  const { address, total } = migration
  const done = counts.reduce((sum, one) => sum + migration[one], 0)
  const whole = Math.max(total ?? 0, done)
  return (
    <div className={styles.progress}>
      <progress
        aria-label={t('progressOf', { address })}
        max={Math.max(whole, 1)}
        value={migration.status === 'completed' ? Math.max(whole, 1) : done}
      />
      <p className={styles.numbers}>
        {total === null && isRunning(migration) && <span>{t('counting')}</span>}
        {total !== null && <span>{t('progress', { done, total: whole })}</span>}
        {counts.map((one) => (
          <span key={one}>
            {t(`counts.${one}`)} <b>{migration[one]}</b>
          </span>
        ))}
      </p>
      {migration.skipped > 0 && <p className={styles.hint}>{t('skippedHint')}</p>}
    </div>
  )
}

function Reason({ migration: { reason, status } }: { migration: Migration }) {
  const { t } = useTranslation('migration')
  if (reason === null) return null
  const isOver = status === 'failed' && (reason === 'line' || reason === 'unreachable')
  return (
    <p className={styles.reason} data-failed={status === 'failed' || undefined}>
      {isOver ? t(`reasonStopped.${reason}`) : t(`reason.${reason}`)}
    </p>
  )
}

type Asked = 'password' | 'cancel'

function Deeds({ migration }: { migration: Migration }) {
  const { t } = useTranslation('migration')
  const [asked, setAsked] = useState<Asked | null>(null)
  const { busy, error, attempt } = useAttempt()
  const { migrationId, address, status, reason } = migration
  const named = (deed: Parameters<typeof t>[0]) => ({
    'aria-label': t('deedNamed', { deed: t(deed), address }),
    children: t(deed),
  })
  const change = (action: 'pause' | 'resume') =>
    void attempt(async () => {
      try {
        await call(migrations.update, { body: { migrationId, action } })
      } finally {
        await refreshMigrations()
      }
    })
  const asksPassword = status === 'failed' && reason === 'login'
  return (
    <>
      {error && <Refusal>{error}</Refusal>}
      <div className={styles.deeds}>
        {isRunning(migration) && (
          <Button
            icon={iconPause}
            busy={busy}
            onClick={() => change('pause')}
            {...named('deed.pause')}
          />
        )}
        {asksPassword && (
          <Button kind="primary" onClick={() => setAsked('password')} {...named('deed.password')} />
        )}
        {(status === 'paused' || status === 'failed') && !asksPassword && (
          <Button
            icon={iconPlay}
            busy={busy}
            onClick={() => change('resume')}
            {...named('deed.resume')}
          />
        )}
        {(isOpen(migration) || status === 'failed') && (
          <Button onClick={() => setAsked('cancel')} {...named('deed.cancel')} />
        )}
        {(status === 'completed' || migration.failed > 0) && (
          <Button
            icon={iconDownload}
            onClick={() => void saveResult(migration)}
            {...named('deed.file')}
          />
        )}
      </div>
      {asked === 'password' && (
        <PasswordQuestion migration={migration} onClose={() => setAsked(null)} />
      )}
      {asked === 'cancel' && (
        <CancelQuestion migration={migration} onClose={() => setAsked(null)} />
      )}
    </>
  )
}
