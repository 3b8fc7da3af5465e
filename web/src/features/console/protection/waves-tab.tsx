import { consoleContract as api } from '@hongyan/contract/console'
import { type WaveRow, waveKinds } from '@hongyan/contract/console-protection'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { fullTime } from '../../../lib/dates.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ask } from '../ask.ts'
import styles from '../console.module.css'
import { useDates } from '../console-state.ts'
import { Scroller } from '../scroller.tsx'
import { useAsked } from '../use-asked.ts'
import own from './protection.module.css'
import { WaveDialog } from './wave-dialog.tsx'

const days = ['1', '3', '7', '30', '90']

/** Looks for one mail in all mailboxes, to take it back. */
export function WavesTab() {
  const { t } = useTranslation('protection')
  const dates = useDates()
  const { data, error } = useAsked(api.waves, {})
  const queries = useQueryClient()
  const [open, setOpen] = useState<number | null>(null)
  const close = () => {
    setOpen(null)
    void queries.invalidateQueries({ queryKey: [api.waves.path] })
  }
  return (
    <>
      <p className={own.about}>{t('waves.about')}</p>
      <SearchForm onFound={setOpen} />
      {error && <Banner tone="danger">{error.message}</Banner>}
      {data && data.list.length > 0 && (
        <Scroller>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('waves.time')}</th>
                <th scope="col">{t('waves.kind')}</th>
                <th scope="col">{t('waves.sought')}</th>
                <th scope="col">{t('waves.state')}</th>
                <th scope="col">{t('waves.by')}</th>
              </tr>
            </thead>
            <tbody>
              {data.list.map((one: WaveRow) => (
                <tr key={one.id}>
                  <td className={own.time}>{fullTime(one.madeTime, dates)}</td>
                  <td>{t(`waves.kinds.${one.kind}`)}</td>
                  <td className={own.wide}>
                    <button type="button" className={styles.person} onClick={() => setOpen(one.id)}>
                      {one.sought}
                    </button>
                  </td>
                  <td>{t(`waves.states.${one.state}`)}</td>
                  <td className={own.wide}>{one.madeBy}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroller>
      )}
      {open !== null && <WaveDialog id={open} onClose={close} />}
    </>
  )
}

function SearchForm({ onFound }: { onFound: (id: number) => void }) {
  const { t } = useTranslation('protection')
  const [form, setForm] = useState({ kind: 'sender', sought: '', days: '7' })
  const [error, setError] = useState('')
  const kind = waveKinds.find((one) => one === form.kind) ?? 'sender'
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setError('')
    try {
      const body = { kind, sought: form.sought, days: Number(form.days) }
      onFound((await ask(api.searchWave, { body })).id)
    } catch (thrown) {
      setError((thrown as Error).message)
    }
  }
  return (
    <form className={styles.tools} onSubmit={(event) => void submit(event)}>
      <TextField
        label={t('waves.sought')}
        placeholder={t(`waves.examples.${kind}`)}
        maxLength={500}
        spellCheck={false}
        autoCapitalize="off"
        error={error || null}
        value={form.sought}
        onChange={(event) => setForm({ ...form, sought: event.target.value })}
      />
      <Select
        label={t('waves.kind')}
        options={waveKinds.map((value) => ({ value, label: t(`waves.kinds.${value}`) }))}
        value={kind}
        onChange={(event) => setForm({ ...form, kind: event.target.value })}
      />
      <Select
        label={t('waves.days')}
        options={days.map((value) => ({
          value,
          label: t('waves.lastDays', { count: Number(value) }),
        }))}
        value={form.days}
        onChange={(event) => setForm({ ...form, days: event.target.value })}
      />
      <Button type="submit" kind="primary" disabled={form.sought.trim() === ''}>
        {t('waves.search')}
      </Button>
    </form>
  )
}
