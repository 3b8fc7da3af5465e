import { consoleContract as api } from '@hongyan/contract/console'
import { useState } from 'react'
import { fullTime } from '../../../lib/dates.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { formatSize } from '../../../lib/sizes.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Isolated } from '../../../ui/isolated.tsx'
import { ask } from '../ask.ts'
import styles from '../console.module.css'
import { useDates } from '../console-state.ts'
import { useAsked } from '../use-asked.ts'
import { useQuestion } from '../use-question.tsx'
import { useSaving } from '../use-saving.ts'
import own from './protection.module.css'
import { reasonText } from './reason-text.ts'

/** Why a mail is held, and what its header says. */
export function HeldDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('protection')
  const { t: tc } = useTranslation('console')
  const dates = useDates()
  const [allow, setAllow] = useState(false)
  const { data, error } = useAsked(api.heldMail, { query: { id } })
  const { error: trouble, save } = useSaving()
  const question = useQuestion()
  const facts = data && [
    [t('held.from'), data.fromName ? `${data.fromName} <${data.fromAddress}>` : data.fromAddress],
    [t('held.envelope'), data.envelopeFrom || t('held.noSender')],
    [t('held.to'), data.address],
    [t('held.time'), fullTime(data.heldTime, dates)],
    [t('held.until'), fullTime(data.expiresTime, dates)],
    [t('held.size'), formatSize(data.size)],
    [t('held.results'), data.authentication],
  ]
  return (
    <Dialog
      title={data?.subject || t('held.noSubject')}
      closeLabel={tc('close')}
      width={720}
      onClose={onClose}
      footer={
        data && (
          <>
            <Checkbox checked={allow} onChange={(event) => setAllow(event.target.checked)}>
              {t('held.allow')}
            </Checkbox>
            <Button
              kind="quiet"
              onClick={() =>
                question.put({
                  title: t('held.discardTitle', { count: 1 }),
                  text: t('held.discardText'),
                  confirm: t('held.discard'),
                  done: t('held.discarded', { count: 1 }),
                  work: () => ask(api.discard, { body: { ids: [id] } }).then(onClose),
                })
              }
            >
              {t('held.discard')}
            </Button>
            <Button
              kind="primary"
              onClick={() =>
                save(
                  () => ask(api.release, { body: { ids: [id], allow } }).then(onClose),
                  t('held.released', { count: 1 }),
                )
              }
            >
              {t('held.release')}
            </Button>
          </>
        )
      }
    >
      {(error || trouble) && <Banner tone="danger">{error?.message ?? trouble}</Banner>}
      {data && (
        <div className={styles.form}>
          <dl className={styles.facts}>
            {facts?.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ))}
          </dl>
          <section>
            <h2 className={own.heading}>
              {t('held.why', { kind: t(`classes.${data.class}`), score: data.score.toFixed(1) })}
            </h2>
            <ul className={own.reasons}>
              {data.reasons.map((one) => (
                <li key={one.code + one.detail}>
                  <span className={own.points} data-good={one.points < 0 || undefined}>
                    {one.points > 0 ? '+' : ''}
                    {one.points.toFixed(1)}
                  </span>
                  <span>{reasonText(one.code, t)}</span>
                  <span className={own.note} dir="auto">
                    {one.detail}
                  </span>
                </li>
              ))}
            </ul>
          </section>
          <div>
            <h2 className={own.heading}>{t('held.headers')}</h2>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
            <section className={own.headers} tabIndex={0} aria-label={t('held.headers')}>
              {data.headers.map((one, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a header may have a field twice
                <div key={index}>
                  <b>
                    <Isolated>{one.name}</Isolated>:
                  </b>{' '}
                  <Isolated>{one.value}</Isolated>
                </div>
              ))}
            </section>
          </div>
        </div>
      )}
      {question.dialog}
    </Dialog>
  )
}
