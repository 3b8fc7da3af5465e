import { rules as contract, type Rule, type RuleRun } from '@hongyan/contract/rules'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/queries.ts'
import { attempt } from '../../lib/trouble.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { findRole, titleOf, useFolders } from '../folders/folders.public.ts'
import styles from './rules.module.css'
import { runQuery } from './rules-query.ts'

/** Rules over the mail of a folder: choose it, watch, stop. */
export function RunPanel({ rules }: { rules: readonly Rule[] }) {
  const { t } = useTranslation('rules')
  const folders = useFolders()
  const { data: run } = useQuery(runQuery)
  const [chosen, setChosen] = useState<number | null>(null)
  const [starting, setStarting] = useState(false)
  const folderId = chosen ?? findRole(folders, 'inbox')?.folderId ?? 0
  const usable = rules.some(({ enabled }) => enabled)
  const start = async () => {
    setStarting(true)
    await attempt(async () => {
      const started = await call(contract.run, { body: { mailboxId: folderId } })
      queryClient.setQueryData(runQuery.queryKey, started)
    })
    setStarting(false)
  }
  if (run?.state === 'running') return <Progress run={run} />
  return (
    <section className={styles.run} aria-label={t('runTitle')}>
      <p className={styles.runText}>
        {t('runText')}
        {run && (
          <span className={styles.result} role="status">
            {t(run.state === 'done' ? 'runDone' : 'runStopped', {
              done: run.done,
              changed: run.changed,
            })}
          </span>
        )}
      </p>
      <Select
        label={t('folder')}
        hideLabel
        value={String(folderId)}
        onChange={(event) => setChosen(Number(event.target.value))}
        options={folders.all
          .filter(({ role }) => role !== 'drafts')
          .map((folder) => ({ value: String(folder.folderId), label: titleOf(folder, t) }))}
      />
      <Button busy={starting} disabled={!usable} onClick={() => void start()}>
        {t('run')}
      </Button>
    </section>
  )
}

function Progress({ run }: { run: RuleRun }) {
  const { t } = useTranslation('rules')
  const stop = () =>
    attempt(async () => {
      await call(contract.stopRun, { body: { runId: run.runId } })
      await queryClient.invalidateQueries({ queryKey: runQuery.queryKey })
    })
  return (
    <section className={styles.run} aria-label={t('runTitle')}>
      <div className={styles.runText}>
        <p role="status">
          {t('running', { done: run.done, total: run.total, changed: run.changed })}
        </p>
        <progress
          className={styles.progress}
          aria-label={t('runTitle')}
          max={Math.max(1, run.total)}
          value={run.done}
        />
      </div>
      <Button onClick={() => void stop()}>{t('stop')}</Button>
    </section>
  )
}
