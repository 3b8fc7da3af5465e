import { consoleContract as api } from '@hongyan/contract/console'
import type { HeldRow } from '@hongyan/contract/console-protection'
import { type HeldClass, heldClasses } from '@hongyan/contract/protection-fields'
import { useState } from 'react'
import { dayAndTime } from '../../../lib/dates.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ask } from '../ask.ts'
import styles from '../console.module.css'
import { useDates } from '../console-state.ts'
import { StepPager, useSteps } from '../pager.tsx'
import { Scroller } from '../scroller.tsx'
import { useAsked } from '../use-asked.ts'
import { useQuestion } from '../use-question.tsx'
import { useSaving } from '../use-saving.ts'
import { HeldDialog } from './held-dialog.tsx'
import own from './protection.module.css'

const size = 50

/** Mail that is held, the latest first. */
export function QuarantineTab({ mayChange }: { mayChange: boolean }) {
  const { t } = useTranslation('protection')
  const { t: tc } = useTranslation('console')
  const [filter, setFilter] = useState({ keyword: '', class: '', asked: false })
  /** Where each page begins; the last one is shown. */
  const steps = useSteps<number>()
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set())
  const [open, setOpen] = useState<number | null>(null)
  const before = steps.from
  const query = {
    pageSize: size,
    keyword: filter.keyword,
    ...(filter.class !== '' && { class: filter.class as HeldClass }),
    ...(filter.asked && { asked: true }),
    ...(before !== undefined && { before }),
  }
  const { data, error, isPlaceholderData } = useAsked(api.quarantine, { query })
  const { error: trouble, save } = useSaving()
  const question = useQuestion()
  const list = data?.list ?? []
  const ids = list.map((one) => one.id).filter((id) => picked.has(id))
  const look = (over: Partial<typeof filter>) => {
    setFilter({ ...filter, ...over })
    steps.begin()
    setPicked(new Set())
  }
  const done = () => setPicked(new Set())
  const isFiltered = filter.keyword !== '' || filter.class !== '' || filter.asked
  return (
    <>
      <div className={styles.tools}>
        <TextField
          type="search"
          label={t('held.search')}
          hideLabel
          placeholder={t('held.search')}
          value={filter.keyword}
          onChange={(event) => look({ keyword: event.target.value })}
        />
        <Select
          label={t('held.class')}
          options={[
            { value: '', label: t('held.all') },
            ...heldClasses.map((value) => ({ value, label: t(`classes.${value}`) })),
          ]}
          value={filter.class}
          onChange={(event) => look({ class: event.target.value })}
        />
        <Checkbox
          checked={filter.asked}
          onChange={(event) => look({ asked: event.target.checked })}
        >
          {t('held.askedOnly')}
        </Checkbox>
      </div>
      {(error || trouble) && <Banner tone="danger">{error?.message ?? trouble}</Banner>}
      {mayChange && list.length > 0 && (
        <div className={styles.tools} role="toolbar" aria-label={t('held.acts')}>
          <span className={styles.count} aria-live="polite">
            {t('held.picked', { count: ids.length })}
          </span>
          <Button
            size="sm"
            disabled={ids.length === 0}
            onClick={() =>
              save(
                () => ask(api.release, { body: { ids } }).then(done),
                t('held.released', { count: ids.length }),
              )
            }
          >
            {t('held.release')}
          </Button>
          <Button
            size="sm"
            kind="danger"
            disabled={ids.length === 0}
            onClick={() =>
              question.put({
                title: t('held.discardTitle', { count: ids.length }),
                text: t('held.discardText'),
                confirm: t('held.discard'),
                done: t('held.discarded', { count: ids.length }),
                work: () => ask(api.discard, { body: { ids } }).then(done),
              })
            }
          >
            {t('held.discard')}
          </Button>
        </div>
      )}
      {data && list.length === 0 && (
        <EmptyState title={t(isFiltered ? 'held.noneFound' : 'held.none')} />
      )}
      {list.length > 0 && (
        <HeldTable
          list={list}
          mayChange={mayChange}
          picked={picked}
          onPick={setPicked}
          onOpen={setOpen}
        />
      )}
      {question.dialog}
      <StepPager
        steps={steps}
        isEmpty={data !== undefined && !isPlaceholderData && list.length === 0}
        hasMore={data?.hasMore === true}
        words={{ back: tc('newer'), on: tc('older') }}
        next={list.at(-1)?.id}
      />
      {open !== null && <HeldDialog id={open} onClose={() => setOpen(null)} />}
    </>
  )
}

interface HeldTableProps {
  list: readonly HeldRow[]
  mayChange: boolean
  picked: ReadonlySet<number>
  onPick: (picked: ReadonlySet<number>) => void
  onOpen: (id: number) => void
}

function HeldTable({ list, mayChange, picked, onPick, onOpen }: HeldTableProps) {
  const { t } = useTranslation('protection')
  const all = list.every((one) => picked.has(one.id))
  const some = list.some((one) => picked.has(one.id))
  return (
    <Scroller>
      <table className={styles.table}>
        <thead>
          <tr>
            {mayChange && (
              <th scope="col">
                <Checkbox
                  aria-label={t('held.pickAll')}
                  checked={all}
                  mixed={some && !all}
                  onChange={() => onPick(new Set(all ? [] : list.map((one) => one.id)))}
                />
              </th>
            )}
            <th scope="col">{t(mayChange ? 'held.mail' : 'held.from')}</th>
            <th scope="col">{t('held.to')}</th>
            <th scope="col">{t('held.class')}</th>
            <th scope="col">{t('held.time')}</th>
          </tr>
        </thead>
        <tbody>
          {list.map((one) => (
            <HeldLine
              key={one.id}
              row={one}
              mayChange={mayChange}
              isPicked={picked.has(one.id)}
              onPick={(is) => {
                const next = new Set(picked)
                if (is) next.add(one.id)
                else next.delete(one.id)
                onPick(next)
              }}
              onOpen={() => onOpen(one.id)}
            />
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}

interface HeldLineProps {
  row: HeldRow
  mayChange: boolean
  isPicked: boolean
  onPick: (is: boolean) => void
  onOpen: () => void
}

function HeldLine({ row, mayChange, isPicked, onPick, onOpen }: HeldLineProps) {
  const { t } = useTranslation('protection')
  const dates = useDates()
  const subject = row.subject || t('held.noSubject')
  return (
    <tr>
      {mayChange && (
        <td>
          <Checkbox
            aria-label={t('held.pick', { subject })}
            checked={isPicked}
            onChange={(event) => onPick(event.target.checked)}
          />
        </td>
      )}
      <td className={styles.stacked}>
        {mayChange && (
          <button type="button" className={styles.person} dir="auto" onClick={onOpen}>
            {subject}
          </button>
        )}
        <div className={mayChange ? styles.count : undefined} dir="auto">
          {row.fromAddress || row.envelopeFrom || t('held.noSender')}
        </div>
      </td>
      <td className={styles.stacked} dir="auto">
        {row.address}
      </td>
      <td className={own.tags}>
        <span className={own.class} data-class={row.class}>
          {t(`classes.${row.class}`)}
        </span>
        {row.asked && <span className={styles.tag}>{t('held.asked')}</span>}
        <div className={styles.count}>{t('held.scored', { score: row.score.toFixed(1) })}</div>
      </td>
      <td className={styles.short}>{dayAndTime(row.heldTime, dates)}</td>
    </tr>
  )
}
