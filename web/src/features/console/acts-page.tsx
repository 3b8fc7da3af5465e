import { consoleContract as api, type ConsoleAct } from '@hongyan/contract/console'
import { useState } from 'react'
import { fullTime } from '../../lib/dates.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { madeKey } from '../../lib/text-keys.ts'
import { Banner } from '../../ui/banner.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './console.module.css'
import { useDates } from './console-state.ts'
import { StepPager, useSteps } from './pager.tsx'
import { Scroller } from './scroller.tsx'
import { useAsked } from './use-asked.ts'

const size = 50

/** What was done in the console, the latest first. */
export function ActsPage() {
  const { t } = useTranslation('console')
  const [keyword, setKeyword] = useState('')
  /** Where each page begins; the last one is shown. */
  const steps = useSteps<number>()
  const before = steps.from
  const query = { pageSize: size, keyword, ...(before !== undefined && { before }) }
  const { data, error } = useAsked(api.acts, { query })
  const list = data?.list ?? []
  const last = list.at(-1)
  return (
    <>
      <h1 className={styles.title}>{t('pages.acts')}</h1>
      <div className={styles.tools}>
        <TextField
          type="search"
          label={t('acts.search')}
          hideLabel
          placeholder={t('acts.search')}
          value={keyword}
          onChange={(event) => {
            setKeyword(event.target.value)
            steps.begin()
          }}
        />
      </div>
      {error && <Banner tone="danger">{error.message}</Banner>}
      {data && list.length === 0 && <EmptyState title={t('acts.none')} />}
      {list.length > 0 && <ActsTable list={list} />}
      <StepPager
        steps={steps}
        hasMore={!(list.length < size || !last)}
        words={{ back: t('newer'), on: t('older') }}
        next={last?.id}
      />
    </>
  )
}

function ActsTable({ list }: { list: readonly ConsoleAct[] }) {
  const { t } = useTranslation('console')
  const dates = useDates()
  return (
    <Scroller>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('acts.at')}</th>
            <th scope="col">{t('acts.who')}</th>
            <th scope="col">{t('acts.act')}</th>
            <th scope="col">{t('acts.whom')}</th>
            <th scope="col">{t('acts.ip')}</th>
          </tr>
        </thead>
        <tbody>
          {list.map((one) => (
            <tr key={one.id}>
              <td>{fullTime(one.at, dates)}</td>
              <td>{one.who}</td>
              <td>
                {t(madeKey(`did.${one.act}`))}
                {!one.done && <span className={styles.tag}>{t('acts.notDone')}</span>}
              </td>
              <td>{one.whom}</td>
              <td>{one.ip}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}
