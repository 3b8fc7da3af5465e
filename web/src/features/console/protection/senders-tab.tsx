import { consoleContract as api } from '@hongyan/contract/console'
import { type FormEvent, useState } from 'react'
import { wholeDate } from '../../../lib/dates.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ask } from '../ask.ts'
import styles from '../console.module.css'
import { useDates } from '../console-state.ts'
import { StepPager, useSteps } from '../pager.tsx'
import { Scroller } from '../scroller.tsx'
import { useAsked } from '../use-asked.ts'
import { useSaving } from '../use-saving.ts'
import own from './protection.module.css'

const size = 50

/** Senders that the organisation always wants or never. */
export function SendersTab({ mayChange }: { mayChange: boolean }) {
  const { t } = useTranslation('protection')
  const { t: tc } = useTranslation('console')
  const dates = useDates()
  const [keyword, setKeyword] = useState('')
  const steps = useSteps<number>()
  const before = steps.from
  const query = { pageSize: size, keyword, ...(before !== undefined && { before }) }
  const { data, error } = useAsked(api.listSenders, { query })
  const { error: trouble, save } = useSaving()
  const list = data?.list ?? []
  return (
    <>
      <p className={own.about}>{t('senders.about')}</p>
      {mayChange && <AddSender />}
      <div className={styles.tools}>
        <TextField
          type="search"
          label={t('senders.search')}
          hideLabel
          placeholder={t('senders.search')}
          value={keyword}
          onChange={(event) => {
            setKeyword(event.target.value)
            steps.begin()
          }}
        />
      </div>
      {(error || trouble) && <Banner tone="danger">{error?.message ?? trouble}</Banner>}
      {data && list.length === 0 && <EmptyState title={t('senders.none')} />}
      {list.length > 0 && (
        <Scroller>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('senders.sender')}</th>
                <th scope="col">{t('senders.verdict')}</th>
                <th scope="col">{t('senders.note')}</th>
                <th scope="col">{t('senders.added')}</th>
                {mayChange && <th scope="col">{t('senders.acts')}</th>}
              </tr>
            </thead>
            <tbody>
              {list.map((one) => (
                <tr key={one.id}>
                  <td className={own.wide} dir="auto">
                    {one.sender}
                  </td>
                  <td>
                    <span className={own.class} data-class={one.verdict}>
                      {t(`verdicts.${one.verdict}`)}
                    </span>
                  </td>
                  <td className={own.wide} dir="auto">
                    {one.note}
                  </td>
                  <td className={own.time}>{wholeDate(one.addedTime, dates)}</td>
                  {mayChange && (
                    <td>
                      <Button
                        size="sm"
                        kind="quiet"
                        aria-label={t('senders.removeOne', { sender: one.sender })}
                        onClick={() =>
                          save(() => ask(api.removeListedSender, { body: { id: one.id } }))
                        }
                      >
                        {t('senders.remove')}
                      </Button>
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </Scroller>
      )}
      <StepPager
        steps={steps}
        hasMore={data?.hasMore === true}
        words={{ back: tc('newer'), on: tc('older') }}
        next={list.at(-1)?.id}
      />
    </>
  )
}

function AddSender() {
  const { t } = useTranslation('protection')
  const [form, setForm] = useState({ sender: '', verdict: 'block', note: '' })
  const { error, save } = useSaving()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save(async () => {
      const { sender, note } = form
      const verdict = form.verdict === 'allow' ? 'allow' : 'block'
      await ask(api.saveListedSender, { body: { sender, verdict, note } })
      setForm({ ...form, sender: '', note: '' })
    })
  }
  return (
    <form className={styles.tools} onSubmit={submit}>
      <TextField
        label={t('senders.sender')}
        placeholder={t('senders.example')}
        maxLength={320}
        spellCheck={false}
        autoCapitalize="off"
        error={error}
        value={form.sender}
        onChange={(event) => setForm({ ...form, sender: event.target.value })}
      />
      <Select
        label={t('senders.verdict')}
        options={(['block', 'allow'] as const).map((value) => ({
          value,
          label: t(`verdicts.${value}`),
        }))}
        value={form.verdict}
        onChange={(event) => setForm({ ...form, verdict: event.target.value })}
      />
      <TextField
        label={t('senders.note')}
        maxLength={200}
        value={form.note}
        onChange={(event) => setForm({ ...form, note: event.target.value })}
      />
      <Button type="submit" kind="primary" disabled={form.sender.trim() === ''}>
        {t('senders.add')}
      </Button>
    </form>
  )
}
