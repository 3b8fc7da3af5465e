import { useTranslation } from '../../lib/i18n.ts'
import { Isolated } from '../../ui/isolated.tsx'
import { titleOf, useFolders } from '../folders/folders.public.ts'
import type { ImportRun } from './import-store.ts'
import styles from './imports.module.css'

/** How far an import is, and what became of it. */
export function ImportProgress({ run }: { run: ImportRun }) {
  const { t } = useTranslation('imports')
  const { all } = useFolders()
  const { phase, progress, files, sent, share } = run
  const folder = all.find(({ folderId }) => folderId === run.mailboxId)
  // Stopped before the server had anything: there is no word of it about that.
  const isStopped = progress ? progress.state === 'stopped' : run.isStopped
  const looked = progress?.looked ?? 0
  const total = Math.max(1, progress?.total ?? 0)
  return (
    <div className={styles.form}>
      {phase === 'sending' && (
        <Bar
          label={t('sending', { at: Math.min(files, sent + 1), files, name: run.sending })}
          value={(sent + share) / Math.max(1, files)}
        />
      )}
      {phase === 'working' && (
        <Bar label={t('working', { looked, total: progress?.total ?? 0 })} value={looked / total} />
      )}
      {phase === 'ended' && (
        <p role="status" className={styles.result}>
          {t(isStopped ? 'resultStopped' : 'result', {
            count: progress?.imported ?? 0,
            folder: folder ? titleOf(folder, t) : '',
          })}
        </p>
      )}
      {progress && (
        <dl className={styles.counts}>
          {(['imported', 'skipped', 'failed'] as const).map((one) => (
            <div key={one}>
              <dt>{t(one)}</dt>
              <dd>{progress[one]}</dd>
            </div>
          ))}
        </dl>
      )}
      <Troubles run={run} />
    </div>
  )
}

function Bar({ label, value }: { label: string; value: number }) {
  return (
    <div className={styles.bar}>
      <p role="status">{label}</p>
      <progress className={styles.progress} aria-label={label} max={1} value={value} />
    </div>
  )
}

/** What could not be brought in, by name, with the reason. */
function Troubles({ run: { progress, refused } }: { run: ImportRun }) {
  const { t } = useTranslation('imports')
  const failures = progress?.failures ?? []
  if (failures.length + refused.length === 0) return null
  const more = (progress?.failed ?? 0) - failures.length
  return (
    <section aria-label={t('troubles')}>
      <h3 className={styles.heading}>{t('troubles')}</h3>
      <ul className={styles.files}>
        {[
          ...refused.map(({ name, message }) => ({ name, text: message })),
          ...failures.map(({ name, reason }) => ({ name, text: t(`reasons.${reason}`) })),
        ].map(({ name, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the list only grows
          <li key={index}>
            <span className={styles.name}>
              <Isolated>{name}</Isolated>
            </span>
            <span className={styles.reason}>{text}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={styles.hint}>{t('moreTroubles', { count: more })}</p>}
    </section>
  )
}
