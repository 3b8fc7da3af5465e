import { clientName } from '@hongyan/contract/client-name'
import {
  organisationEndpoints as api,
  type ConsoleFeedback,
} from '@hongyan/contract/console-organisation'
import { useState } from 'react'
import { fullTime } from '../../../lib/dates.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Isolated } from '../../../ui/isolated.tsx'
import { Select } from '../../../ui/select.tsx'
import { ask } from '../ask.ts'
import console from '../console.module.css'
import { useDates } from '../console-state.ts'
import { useAsked } from '../use-asked.ts'
import { useSaving } from '../use-saving.ts'
import { AnswerForm } from './answer-form.tsx'
import styles from './organisation.module.css'
import { Section } from './section.tsx'

const states = ['open', 'done', 'all'] as const
const pageSize = 20

/** What people wrote to the administrator: read, answered, done. */
export function FeedbackTab() {
  const { t } = useTranslation('console-organisation')
  const [state, setState] = useState<(typeof states)[number]>('open')
  /** Where each page begins; the last one is shown. */
  const [starts, setStarts] = useState<(number | undefined)[]>([undefined])
  const before = starts.at(-1)
  const query = { state, pageSize, ...(before !== undefined && { before }) }
  const { data, error } = useAsked(api.feedback, { query })
  const list = data?.list ?? []
  return (
    <Section
      title={t('feedback.title')}
      hint={t('feedback.hint')}
      action={
        <Select
          label={t('feedback.state')}
          hideLabel
          value={state}
          options={states.map((one) => ({ value: one, label: t(`feedback.states.${one}`) }))}
          onChange={(event) => {
            setState(states.find((one) => one === event.target.value) ?? 'open')
            setStarts([undefined])
          }}
        />
      }
    >
      {error && <Banner tone="danger">{error.message}</Banner>}
      {data && list.length === 0 && <EmptyState title={t('feedback.none')} />}
      {list.length > 0 && (
        <ul className={styles.rows}>
          {list.map((one) => (
            <Row key={one.id} one={one} />
          ))}
        </ul>
      )}
      {(starts.length > 1 || list.length === pageSize) && (
        <div className={console.pager}>
          <Button
            size="sm"
            disabled={starts.length === 1}
            onClick={() => setStarts(starts.slice(0, -1))}
          >
            {t('console:newer')}
          </Button>
          <Button
            size="sm"
            disabled={list.length < pageSize}
            onClick={() => setStarts([...starts, list.at(-1)?.id])}
          >
            {t('console:older')}
          </Button>
        </div>
      )}
    </Section>
  )
}

function Row({ one }: { one: ConsoleFeedback }) {
  const { t } = useTranslation('console-organisation')
  const dates = useDates()
  const [answering, setAnswering] = useState(false)
  const { error, save } = useSaving()
  const isDone = one.done !== null
  const mark = () => save(() => ask(api.feedbackDone, { body: { id: one.id, done: !isDone } }))
  return (
    <li className={styles.block}>
      <div className={styles.blockHead}>
        <span className={styles.rowName}>
          <Isolated>{one.name}</Isolated>
        </span>
        <span className={styles.hint}>
          <Isolated>{one.address}</Isolated> · {fullTime(one.at, dates)}
        </span>
      </div>
      <p className={styles.content}>{one.content}</p>
      <p className={styles.hint} title={one.client}>
        {clientName(one.client)}
      </p>
      {one.answeredAt && (
        <p className={styles.hint}>
          {t('feedback.answered', { time: fullTime(one.answeredAt, dates) })}
        </p>
      )}
      {one.done && (
        <p className={styles.hint}>
          {t('feedback.doneBy', { name: one.done.by, time: fullTime(one.done.at, dates) })}
        </p>
      )}
      {error && <Banner tone="danger">{error}</Banner>}
      {answering ? (
        <AnswerForm feedback={one} onClose={() => setAnswering(false)} />
      ) : (
        <div className={console.actions}>
          <Button size="sm" onClick={() => setAnswering(true)}>
            {t('feedback.answer')}
          </Button>
          <Button size="sm" onClick={mark}>
            {t(isDone ? 'feedback.reopen' : 'feedback.markDone')}
          </Button>
        </div>
      )}
    </li>
  )
}
