import { consoleContract as api } from '@hongyan/contract/console'
import { type PeopleRun, type PeopleRunRow, rowOutcomes } from '@hongyan/contract/console-lists'
import { useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useRef, useState } from 'react'
import { fullTime } from '../../lib/dates.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { currentLanguage } from '../../lib/language.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Isolated } from '../../ui/isolated.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ask, askFile } from './ask.ts'
import styles from './console.module.css'
import { useDates } from './console-state.ts'
import { Scroller } from './scroller.tsx'
import { useAsked } from './use-asked.ts'
import { useSaving } from './use-saving.ts'

/** People in and out as a list: what a file would do is shown first. */
export function ListsPage() {
  const { t } = useTranslation('console')
  const queries = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const { data } = useAsked(api.lists, {}, (last) =>
    last?.list.some(({ state }) => state === 'working') ? 2_000 : false,
  )
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setError('')
    try {
      await work()
    } catch (thrown) {
      setError((thrown as Error).message)
    }
    setBusy(false)
  }
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    event.target.value = ''
    if (!file) return
    void attempt(async () => {
      const body = { name: file.name.slice(0, 200), file: await base64Of(file) }
      const { runId } = await ask(api.checkList, { body })
      await queries.invalidateQueries()
      setOpen(runId)
    })
  }
  const save = () =>
    attempt(async () => {
      const query = { language: currentLanguage() }
      saveFile(await askFile(api.exportPeople, { query }), t('lists.exportName'))
    })
  return (
    <>
      <h1 className={styles.title}>{t('pages.lists')}</h1>
      <p className={styles.note}>{t('lists.text')}</p>
      <p className={styles.note}>{t('lists.columns')}</p>
      <div className={styles.listTools}>
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv"
          className="visually-hidden"
          tabIndex={-1}
          aria-label={t('lists.file')}
          onChange={choose}
        />
        <div className={styles.actions}>
          <Button kind="primary" busy={busy} onClick={() => input.current?.click()}>
            {t('lists.choose')}
          </Button>
          <Button onClick={() => void save()}>{t('lists.export')}</Button>
        </div>
      </div>
      {error && <Banner tone="danger">{error}</Banner>}
      {open === null ? (
        <Latest list={data?.list ?? []} onOpen={setOpen} />
      ) : (
        <OpenList key={open} runId={open} onClose={() => setOpen(null)} />
      )}
    </>
  )
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(text)
}

function Latest({ list, onOpen }: { list: readonly PeopleRun[]; onOpen: (id: number) => void }) {
  const { t } = useTranslation('console')
  const dates = useDates()
  if (list.length === 0) return null
  return (
    <Scroller>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('lists.name')}</th>
            <th scope="col">{t('lists.at')}</th>
            <th scope="col">{t('lists.who')}</th>
            <th scope="col">{t('lists.state')}</th>
            <th scope="col">{t('lists.people')}</th>
          </tr>
        </thead>
        <tbody>
          {list.map((one) => (
            <tr key={one.id}>
              <td>
                <button type="button" className={styles.person} onClick={() => onOpen(one.id)}>
                  <Isolated>{one.name}</Isolated>
                </button>
              </td>
              <td>{fullTime(one.at, dates)}</td>
              <td>
                <Isolated>{one.who}</Isolated>
              </td>
              <td>{t(`lists.states.${one.state}`)}</td>
              <td>{one.total}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}

type Shown = 'all' | (typeof rowOutcomes)[number]

/** One list: what would become of whom, how far it is, and what became of them. */
export function OpenList({ runId, onClose }: { runId: number; onClose: () => void }) {
  const { t } = useTranslation('console')
  const [shown, setShown] = useState<Shown>('all')
  const [starts, setStarts] = useState([0])
  const after = starts.at(-1) ?? 0
  const of = shown === 'all' ? {} : { outcome: shown }
  const query = { runId, after, pageSize: 50, ...of }
  const { data, error } = useAsked(api.listRows, { query }, (last) =>
    last?.run.state === 'working' ? 1_000 : false,
  )
  if (error) return <Banner tone="danger">{error.message}</Banner>
  if (!data) return null
  const { run, list } = data
  const tabs = (['all', ...rowOutcomes] as const).map((id) => ({
    id,
    label: `${t(`lists.outcomes.${id}`)} ${id === 'all' ? run.total : run.counts[id]}`,
  }))
  const last = list.at(-1)
  return (
    <section className={styles.form} aria-label={run.name}>
      <ListHead run={run} onClose={onClose} />
      <Tabs
        label={t('lists.rows')}
        tabs={tabs}
        current={shown}
        inner
        onPick={(id) => {
          setShown(id)
          setStarts([0])
        }}
      >
        <Rows list={list} />
        {(starts.length > 1 || list.length === 50) && (
          <div className={styles.pager}>
            <Button
              size="sm"
              disabled={starts.length === 1}
              onClick={() => setStarts(starts.slice(0, -1))}
            >
              {t('before')}
            </Button>
            <Button
              size="sm"
              disabled={list.length < 50 || !last}
              onClick={() => setStarts([...starts, last?.seq ?? 0])}
            >
              {t('next')}
            </Button>
          </div>
        )}
      </Tabs>
    </section>
  )
}

function ListHead({ run, onClose }: { run: PeopleRun; onClose: () => void }) {
  const { t } = useTranslation('console')
  const { error, save } = useSaving()
  const { id: runId, state, counts, done, failed } = run
  const todo = counts.new + counts.changed
  const isOpen = state === 'checked' || state === 'asking'
  const download = async () => {
    const query = { runId, language: currentLanguage() }
    saveFile(await askFile(api.listResult, { query }), t('lists.resultName'))
  }
  return (
    <>
      <h2 className={styles.part}>
        <Isolated>{run.name}</Isolated>
        <span className={styles.tag}>{t(`lists.states.${state}`)}</span>
      </h2>
      {error && <Banner tone="danger">{error}</Banner>}
      {isOpen && run.disabling > 0 && (
        <Banner tone="warn">{t('lists.disabling', { count: run.disabling })}</Banner>
      )}
      {!isOpen && todo > 0 && (
        <label className={styles.form}>
          {t('lists.progress', { done: done + failed, todo, failed })}
          <progress className={styles.progress} max={todo} value={done + failed} />
        </label>
      )}
      <div className={styles.actions}>
        {isOpen && (
          <Button
            kind="primary"
            disabled={todo === 0}
            onClick={() => save(() => ask(api.startList, { body: { runId } }))}
          >
            {t('lists.start', { todo })}
          </Button>
        )}
        {state === 'working' && (
          <Button onClick={() => save(() => ask(api.stopList, { body: { runId } }))}>
            {t('lists.stop')}
          </Button>
        )}
        <Button onClick={() => save(download)}>{t('lists.result')}</Button>
        <Button onClick={onClose}>{t('lists.back')}</Button>
      </div>
    </>
  )
}

function Rows({ list }: { list: readonly PeopleRunRow[] }) {
  const { t } = useTranslation('console')
  return (
    <Scroller>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('lists.line')}</th>
            <th scope="col">{t('people.name')}</th>
            <th scope="col">{t('people.address')}</th>
            <th scope="col">{t('lists.outcome')}</th>
            <th scope="col">{t('lists.why')}</th>
          </tr>
        </thead>
        <tbody>
          {list.map((one) => (
            <tr key={one.seq}>
              <td>{one.seq + 1}</td>
              <td>
                <Isolated>{one.name}</Isolated>
              </td>
              <td>
                <Isolated>{one.address}</Isolated>
              </td>
              <td>
                {t(`lists.outcomes.${one.outcome}`)}
                {one.did !== '' && <span className={styles.tag}>{t(`lists.did.${one.did}`)}</span>}
              </td>
              <td>
                {one.why
                  ? t(`lists.whys.${one.why}`)
                  : one.fields.map((field) => t(`lists.fields.${field}`)).join(t('lists.and'))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}
