import { migrations } from '@hongyan/contract/migration'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Allowed } from '../../lib/allowed.tsx'
import { useTranslation } from '../../lib/i18n.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { iconPlus } from '../../ui/icons.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { Page, Section } from '../settings/form.public.tsx'
import styles from './migration.module.css'
import { isOpen, migrationsQuery } from './migration-query.ts'
import { MigrationRow } from './migration-row.tsx'
import { NewMigration } from './new-migration.tsx'

/** /mailmig (R28): mail from another mailbox, what is on its way and what has come. */
export function MigrationPage() {
  const { t } = useTranslation('migration')
  return (
    <div className={styles.screen}>
      <Page title={t('shell:screens.migration')} text={t('text')}>
        <Allowed by={migrations.list}>
          <Migrations />
        </Allowed>
      </Page>
    </div>
  )
}

function Migrations() {
  const { t } = useTranslation('migration')
  const { data, error, refetch } = useQuery(migrationsQuery)
  const [wantsNew, setWantsNew] = useState<boolean | null>(null)
  if (!data) {
    if (!error) return <Spinner label={t('common:loading')} />
    const again = <Button onClick={() => void refetch()}>{t('common:retry')}</Button>
    return <EmptyState title={error.message} action={again} />
  }
  const { list } = data
  const open = list.some(isOpen)
  // Judged once: whoever is writing is not interrupted by one that was begun in another window.
  if (wantsNew === null) setWantsNew(list.length === 0)
  return (
    <>
      {wantsNew && <NewMigration onDone={() => setWantsNew(false)} canClose={list.length > 0} />}
      {!wantsNew && open && <Banner tone="info">{t('oneAtATime')}</Banner>}
      {!wantsNew && !open && (
        <Button
          kind="primary"
          icon={iconPlus}
          className={styles.begin}
          onClick={() => setWantsNew(true)}
        >
          {t('new')}
        </Button>
      )}
      <Section title={t('list')}>
        <ul className={styles.list} aria-label={t('list')}>
          {list.map((one) => (
            <MigrationRow key={one.migrationId} migration={one} />
          ))}
          {list.length === 0 && <li className={styles.none}>{t('none')}</li>}
        </ul>
      </Section>
    </>
  )
}
