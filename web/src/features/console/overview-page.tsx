import { consoleContract as api } from '@hongyan/contract/console'
import { useTranslation } from '../../lib/i18n.ts'
import { formatSize } from '../../lib/sizes.ts'
import { Banner } from '../../ui/banner.tsx'
import styles from './console.module.css'
import type { Me } from './console-state.ts'
import own from './overview-page.module.css'
import { StoragePart } from './storage-part.tsx'
import { useAsked } from './use-asked.ts'

/** The organisation at a glance. */
export function OverviewPage({ me }: { me: Me }) {
  const { t } = useTranslation('console')
  const { data, error } = useAsked(api.overview, {})
  const figures = data && [
    { id: 'people', value: String(data.people) },
    { id: 'disabled', value: String(data.disabled) },
    { id: 'logins', value: String(data.logins) },
    { id: 'waiting', value: String(data.waiting) },
    { id: 'storage', value: formatSize(data.usedBytes) },
    { id: 'nearlyFull', value: String(data.nearlyFull) },
  ]
  return (
    <>
      <h1 className={styles.title}>{t('pages.overview')}</h1>
      {error && <Banner tone="danger">{error.message}</Banner>}
      <dl className={own.figures}>
        {figures?.map(({ id, value }) => (
          <div key={id} className={own.figure}>
            <dt>{t(`overview.${id}` as 'overview.people')}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {(me.role === 'owner' || me.role === 'admin') && <StoragePart />}
    </>
  )
}
