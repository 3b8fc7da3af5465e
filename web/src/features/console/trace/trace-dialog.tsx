import { consoleContract as api } from '@hongyan/contract/console'
import type { TracedMail, TraceStep } from '@hongyan/contract/console-trace'
import type { Reply } from '@hongyan/contract/endpoint'
import { fullTime } from '../../../lib/dates.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { formatSize } from '../../../lib/sizes.ts'
import { madeKey } from '../../../lib/text-keys.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Isolated } from '../../../ui/isolated.tsx'
import styles from '../console.module.css'
import { useDates } from '../console-state.ts'
import { useAsked } from '../use-asked.ts'
import own from './trace.module.css'
import { TraceState } from './trace-state.tsx'

interface TraceDialogProps {
  mail: TracedMail
  onShow: (mail: TracedMail) => void
  onClose: () => void
}

/** One mail for one recipient, step by step. */
export function TraceDialog({ mail, onShow, onClose }: TraceDialogProps) {
  const { t } = useTranslation('console-watch')
  const { data, error } = useAsked(api.tracedMail, { query: { id: mail.id, at: mail.at } })
  const facts = [
    [t('trace.sender'), mail.sender || t('trace.noSender')],
    [t('trace.recipient'), mail.recipient],
    ...(mail.subject === null ? [] : [[t('trace.subject'), mail.subject]]),
    [t('trace.messageId'), data?.messageId ?? ''],
    [t('trace.size'), formatSize(mail.size)],
  ]
  return (
    <Dialog title={t('trace.one')} closeLabel={t('console:close')} width={720} onClose={onClose}>
      {error && <Banner tone="danger">{error.message}</Banner>}
      <div className={styles.form}>
        <dl className={styles.facts}>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
        {data && <Steps {...data} />}
        {data && data.related.length > 0 && <Related list={data.related} onShow={onShow} />}
      </div>
    </Dialog>
  )
}

type Told = Reply<typeof api.tracedMail>

function Steps({ steps, copy, mail }: Told) {
  const { t } = useTranslation('console-watch')
  return (
    <section>
      <h2 className={styles.part}>{t('trace.steps')}</h2>
      <ol className={own.steps}>
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no names and keep their places
          <Step key={index} step={step} />
        ))}
        {copy && (
          <li className={own.step}>
            <span className={own.when} />
            <span>
              {mail.state === 'quarantined'
                ? t('trace.notHeld')
                : [
                    t(`trace.places.${copy.place}`),
                    ...(copy.place === 'gone'
                      ? []
                      : [t(copy.seen ? 'trace.seen' : 'trace.unseen')]),
                    ...(copy.answered ? [t('trace.answered')] : []),
                    ...(copy.forwarded ? [t('trace.forwarded')] : []),
                  ].join(' · ')}
            </span>
          </li>
        )}
      </ol>
    </section>
  )
}

function Step({ step }: { step: TraceStep }) {
  const { t } = useTranslation('console-watch')
  const dates = useDates()
  const { at, kind, reason, words, client, ip, nextAt } = step
  const notes = [client, ip, words].filter((one) => one !== '')
  return (
    <li className={own.step}>
      <span className={own.when}>{at ? fullTime(at, dates) : ''}</span>
      <span>
        {kind === 'received' || kind === 'submitted' ? (
          t(`trace.${kind}`)
        ) : (
          <TraceState state={kind} />
        )}
        {reason !== '' && ` ${t(madeKey(`console:queue.reasons.${reason}`))}`}
        {nextAt &&
          kind === 'retrying' &&
          ` ${t('trace.nextTry', { time: fullTime(nextAt, dates) })}`}
        {notes.map((note) => (
          <span key={note} className={own.note}>
            <Isolated>{note}</Isolated>
          </span>
        ))}
      </span>
    </li>
  )
}

function Related({
  list,
  onShow,
}: {
  list: readonly TracedMail[]
  onShow: (mail: TracedMail) => void
}) {
  const { t } = useTranslation('console-watch')
  const dates = useDates()
  return (
    <section>
      <h2 className={styles.part}>{t('trace.related')}</h2>
      <ul className={own.steps}>
        {list.map((one) => (
          <li key={one.id} className={own.step}>
            <button type="button" className={styles.person} onClick={() => onShow(one)}>
              {fullTime(one.at, dates)}
            </button>
            <span>
              <Isolated>{one.recipient}</Isolated> <TraceState state={one.state} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
