import { domainsEndpoints as api, type ConsoleDomain } from '@hongyan/contract/console-domains'
import { useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { iconPlus } from '../../../ui/icons.ts'
import { Isolated } from '../../../ui/isolated.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import console from '../console.module.css'
import { useAsked } from '../use-asked.ts'
import { AddDomain } from './add-domain.tsx'
import { DkimSection } from './dkim-section.tsx'
import { DomainSettings } from './domain-settings.tsx'
import styles from './domains.module.css'
import { RecordsSection } from './records-section.tsx'
import { ReportsSection } from './reports-section.tsx'

/** The domains of the organisation; one of them with its records, keys and reports. */
export function DomainsPage() {
  const { t } = useTranslation('console-domains')
  const [picked, setPicked] = useState('')
  const [adding, setAdding] = useState(false)
  const { data, error } = useAsked(api.domains, {})
  const list = data?.list ?? []
  const current = list.find((one) => one.name === picked) ?? list[0]
  return (
    <>
      <div className={styles.top}>
        <h1 className={console.title}>{t('title')}</h1>
        <Button kind="primary" icon={iconPlus} onClick={() => setAdding(true)}>
          {t('add')}
        </Button>
      </div>
      {error && <Banner tone="danger">{error.message}</Banner>}
      <div className={styles.split}>
        <ul className={styles.list}>
          {list.map((one) => (
            <li key={one.name}>
              <button
                type="button"
                className={console.branch}
                aria-pressed={one === current}
                onClick={() => setPicked(one.name)}
              >
                <span className={console.branchName}>
                  <Isolated>{one.name}</Isolated>
                </span>
                {one.aliasOf ? (
                  <Chip>{t('alias')}</Chip>
                ) : (
                  <span className={console.count}>{one.addresses}</span>
                )}
              </button>
            </li>
          ))}
        </ul>
        {current && <Domain key={current.name} domain={current} />}
      </div>
      {adding && (
        <AddDomain
          domains={list}
          onClose={(made) => {
            if (made) setPicked(made)
            setAdding(false)
          }}
        />
      )}
    </>
  )
}

const tabs = ['records', 'keys', 'reports', 'settings'] as const

function Domain({ domain }: { domain: ConsoleDomain }) {
  const { t } = useTranslation('console-domains')
  const [tab, setTab] = useState<(typeof tabs)[number]>('records')
  return (
    <section className={console.main} aria-label={domain.name}>
      <h2 className={styles.name}>
        <Isolated>{domain.name}</Isolated>
      </h2>
      {domain.aliasOf && (
        <p className={styles.hint}>{t('aliasOf', { name: domain.name, target: domain.aliasOf })}</p>
      )}
      <Tabs
        label={domain.name}
        tabs={tabs.map((id) => ({ id, label: t(`tabs.${id}`) }))}
        current={tab}
        onPick={setTab}
      >
        <div className={styles.tab}>
          {tab === 'records' && <RecordsSection name={domain.name} />}
          {tab === 'keys' && <DkimSection domain={domain} />}
          {tab === 'reports' && <ReportsSection name={domain.name} />}
          {tab === 'settings' && <DomainSettings domain={domain} />}
        </div>
      </Tabs>
    </section>
  )
}
