import { consoleContract as api } from '@hongyan/contract/console'
import type { WaitingRecipient } from '@hongyan/contract/console-queue'
import { useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ask } from '../ask.ts'
import styles from '../console.module.css'
import { StepPager, useSteps } from '../pager.tsx'
import { useAsked } from '../use-asked.ts'
import { useQuestion } from '../use-question.tsx'
import { useSaving } from '../use-saving.ts'
import { QueueDomains } from './queue-domains.tsx'
import { keyOf, QueueTable } from './queue-table.tsx'

type State = 'waiting' | 'stopped'
const pageSize = 50
/** Mail comes and goes by itself: while the page is looked at it is asked again. */
const againMs = 10_000

/** Mail that waits to be delivered: why, until when, and what can be done about it. */
export function QueuePage() {
  const { t } = useTranslation('console')
  const [state, setState] = useState<State>('waiting')
  const [keyword, setKeyword] = useState('')
  /** Where each page begins; the last one is shown. */
  const steps = useSteps<string>()
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const after = steps.from
  const query = { state, pageSize, keyword, ...(after !== undefined && { after }) }
  const { data, error, isPlaceholderData } = useAsked(api.queue, { query }, () => againMs)
  const list = data?.list ?? []
  const begin = () => {
    steps.begin()
    setPicked(new Set())
  }
  const seek = (sought: string) => {
    setKeyword(sought)
    begin()
  }
  return (
    <>
      <h1 className={styles.title}>{t('pages.queue')}</h1>
      <div className={styles.tools}>
        <TextField
          type="search"
          label={t('queue.search')}
          hideLabel
          placeholder={t('queue.search')}
          value={keyword}
          onChange={(event) => seek(event.target.value)}
        />
        <Select
          label={t('queue.state')}
          hideLabel
          value={state}
          options={(['waiting', 'stopped'] as const).map((one) => ({
            value: one,
            label: t(`queue.states.${one}`),
          }))}
          onChange={(event) => {
            setState(event.target.value as State)
            begin()
          }}
        />
      </div>
      {state === 'waiting' && <QueueDomains onPick={seek} />}
      {list.length > 0 && (
        <QueueActs
          state={state}
          chosen={list.filter((one) => picked.has(keyOf(one)))}
          onDone={() => setPicked(new Set())}
        />
      )}
      {error && <Banner tone="danger">{error.message}</Banner>}
      {data && list.length === 0 && (
        <EmptyState title={keyword === '' ? t(`queue.none.${state}`) : t('queue.noneFound')} />
      )}
      {list.length > 0 && <QueueTable list={list} picked={picked} onPick={setPicked} />}
      <StepPager
        steps={steps}
        isEmpty={data !== undefined && !isPlaceholderData && list.length === 0}
        hasMore={Boolean(data?.cursor)}
        words={{ back: t('before'), on: t('next') }}
        next={data?.cursor ?? undefined}
      />
    </>
  )
}

/** What may be done to those that are ticked. */
function QueueActs({
  state,
  chosen,
  onDone,
}: {
  state: State
  chosen: readonly WaitingRecipient[]
  onDone: () => void
}) {
  const { t } = useTranslation('console')
  const { error, save } = useSaving()
  const question = useQuestion()
  const { length: count } = chosen
  const recipients = chosen.map(({ submissionId, address }) => ({ submissionId, address }))
  const acts = {
    waiting: [
      ['retry', api.queueRetry],
      ['stop', api.queueStop],
      ['remove', api.queueRemove],
    ],
    stopped: [
      ['release', api.queueRelease],
      ['remove', api.queueRemove],
    ],
  } as const
  return (
    <>
      <div className={styles.tools} role="toolbar" aria-label={t('queue.acts')}>
        <span className={styles.count} aria-live="polite">
          {t('queue.chosen', { count })}
        </span>
        {acts[state].map(([act, call]) => (
          <Button
            key={act}
            size="sm"
            kind={act === 'remove' ? 'danger' : 'secondary'}
            disabled={count === 0}
            onClick={() => {
              const work = () => ask(call, { body: { recipients } }).then(onDone)
              const done = t(`queue.did.${act}`, { count })
              if (act !== 'remove') return save(work, done)
              const title = t('queue.removeTitle', { count })
              const words = { title, text: t('queue.removeText'), confirm: t('queue.remove') }
              question.put({ ...words, work, done })
            }}
          >
            {t(`queue.${act}`)}
          </Button>
        ))}
      </div>
      {error && <Banner tone="danger">{error}</Banner>}
      {question.dialog}
    </>
  )
}
