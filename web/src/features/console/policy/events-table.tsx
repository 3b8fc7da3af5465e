import { consoleContract as api } from '@hongyan/contract/console'
import type { RuleEvent } from '@hongyan/contract/console-policy'
import { useState } from 'react'
import { fullTime } from '../../../lib/dates.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Isolated } from '../../../ui/isolated.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import shared from '../console.module.css'
import { useDates } from '../console-state.ts'
import { Scroller } from '../scroller.tsx'
import { useAsked } from '../use-asked.ts'

const size = 50

/** What rules did, the latest first. */
export function EventsTable() {
  const { t } = useTranslation('policy')
  const [keyword, setKeyword] = useState('')
  /** Where each page begins; the last one is shown. */
  const [starts, setStarts] = useState<(number | undefined)[]>([undefined])
  const before = starts.at(-1)
  const query = { pageSize: size, keyword, ...(before !== undefined && { before }) }
  const { data, error } = useAsked(api.ruleEvents, { query })
  const list = data?.list ?? []
  const last = list.at(-1)
  return (
    <>
      <div className={shared.tools}>
        <TextField
          type="search"
          label={t('events.search')}
          hideLabel
          placeholder={t('events.search')}
          value={keyword}
          onChange={(event) => {
            setKeyword(event.target.value)
            setStarts([undefined])
          }}
        />
      </div>
      {error && <Banner tone="danger">{error.message}</Banner>}
      {data && list.length === 0 && <EmptyState title={t('events.none')} />}
      {list.length > 0 && <Table list={list} />}
      <div className={shared.pager}>
        <Button
          size="sm"
          disabled={starts.length === 1}
          onClick={() => setStarts(starts.slice(0, -1))}
        >
          {t('console:newer')}
        </Button>
        <Button
          size="sm"
          disabled={list.length < size || !last}
          onClick={() => setStarts([...starts, last?.id])}
        >
          {t('console:older')}
        </Button>
      </div>
    </>
  )
}

function Table({ list }: { list: readonly RuleEvent[] }) {
  const { t } = useTranslation('policy')
  const dates = useDates()
  return (
    <Scroller>
      <table className={shared.table}>
        <thead>
          <tr>
            <th scope="col">{t('events.at')}</th>
            <th scope="col">{t('events.outcome')}</th>
            <th scope="col">{t('events.rule')}</th>
            <th scope="col">{t('events.who')}</th>
            <th scope="col">{t('events.subject')}</th>
            <th scope="col">{t('events.note')}</th>
          </tr>
        </thead>
        <tbody>
          {list.map((one) => (
            <tr key={one.id}>
              <td>{fullTime(one.at, dates)}</td>
              <td>{t(`outcomes.${one.outcome}`)}</td>
              <td>
                <Isolated>{one.ruleName}</Isolated>
              </td>
              <td>{one.who}</td>
              <td>
                <Isolated>{one.subject}</Isolated>
              </td>
              <td>
                <Isolated>{one.note}</Isolated>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}
